import { renderToStaticMarkup } from 'react-dom/server';
import { href } from 'react-router';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { capitalized } from '#app/kit/text.ts';
import { drawAnswer } from '#app/results/report/draw-answer.server.tsx';
import { finishedTest } from '#app/testing/public-tests.server.ts';
import { stepDays } from '#app/testing/public-test-words.ts';
import { StatementTable } from '#app/testing/testing-statement.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What one finished test took, cost, and found, as markup; empty while none is finished. */
export async function drawFinished(): Promise<string> {
  const found = await finishedTest();
  const answer = found && (await drawAnswer(found.test.code));
  return found && answer ? renderToStaticMarkup(<Finished {...found} answer={answer} />) : '';
}

type FinishedTest = NonNullable<Awaited<ReturnType<typeof finishedTest>>>;

function Finished({ test, testing: { statement }, answer }: FinishedTest & { answer: string }) {
  return (
    <section aria-labelledby="finished" className="mt-4">
      <RuleLabel id="finished">{`What ${formatDollars(statement.raised)} bought`}</RuleLabel>
      <h3 className="mt-1 text-lg leading-snug">
        <a href={href('/product/:id', { id: String(test.code) })} className="link wrap-anywhere">
          {test.name}
        </a>
      </h3>
      <div className="mt-2 grid items-start gap-x-8 gap-y-3 @2xl:grid-cols-2 @5xl:grid-cols-[18rem_minmax(0,1fr)_minmax(0,1.5fr)]">
        <ol aria-label="Steps" className="text-sm">
          {stepDays(test).map(({ word, day }) => (
            <li key={word} className="flex justify-between gap-x-4 border-b border-line py-1">
              {capitalized(word)}
              <time dateTime={day} className="font-mono text-xs leading-5 text-ink-soft tabular">
                {dayText(day)}
              </time>
            </li>
          ))}
        </ol>
        <div className="[&_td]:py-1 [&_th]:py-1">
          <StatementTable statement={statement} />
        </div>
        <div
          className="@container max-w-[41rem] @2xl:col-span-2 @5xl:col-span-1"
          dangerouslySetInnerHTML={{ __html: answer }}
        />
      </div>
    </section>
  );
}
