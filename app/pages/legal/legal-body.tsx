import { AskAgain } from '#app/pages/ask-again.tsx';
import { legalSearch, type LegalText } from './legal.ts';
import { Prose } from '#app/prose/prose.tsx';
import { OnThisPage } from '#app/ui/on-this-page.tsx';

/** The section that tells what is counted, and takes an answer back. */
const EVENTS_ID = 'events';

/** A legal text with the way to each of its sections beside it. */
export function LegalBody({
  text,
  isAmplitudeHere,
}: {
  text: LegalText;
  isAmplitudeHere: boolean;
}) {
  const { sections } = text;
  return (
    <>
      <OnThisPage search={legalSearch(text)} sections={sections} />
      <article aria-labelledby="text" className="flex min-w-0 max-w-2xl flex-col gap-9">
        <div>
          <h2 id="text" className="text-2xl sm:text-3xl">
            {text.title}
          </h2>
          <p className="mt-3 text-lg text-ink-soft">{text.lead}</p>
        </div>
        {sections.map(({ id, title, blocks }, index) => (
          <section key={id} aria-labelledby={id} className="border-t border-line pt-6">
            <h3 id={id} className="flex gap-3 text-xl">
              <span aria-hidden="true" className="pt-1 font-mono text-sm text-ink-faint tabular">
                {index + 1}
              </span>
              {title}
            </h3>
            <div className="mt-3 flex flex-col gap-3 text-ink-soft wrap-anywhere">
              <Prose blocks={blocks} />
              {id === EVENTS_ID && isAmplitudeHere && <AskAgain />}
            </div>
          </section>
        ))}
      </article>
    </>
  );
}
