import { renderToStaticMarkup } from 'react-dom/server';
import { href } from 'react-router';
import { kindNamed, type Kind } from '#app/catalogue/kinds.ts';
import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { SmallPhoto } from '#app/pictures/photo.tsx';
import { MiniStrips, stripsOf } from '#app/results/mini-strips.tsx';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { rankedKind, type TestedContender } from '#app/results/rank/ranked-kind.server.ts';
import { byFamily } from '#app/toxicology/families.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** The kinds that most people ask about; a rule, and not what was found, chooses (decision 0156). */
const LOOKED_UP = kindsNamed('infant-formula', 'plant-milk', 'bottled-water');
/** Those that the home page leads to. */
export const KINDS_LED_TO = kindsNamed('infant-formula', 'plant-milk', 'yogurt');

function kindsNamed(...keys: string[]): Kind[] {
  return keys.flatMap((key) => kindNamed(key) ?? []);
}

/**
 * Answers that people look up, in short: of each kind what its own page has first. Markup, drawn once
 * for a version of what is published; empty where none of it is tested.
 */
export async function drawLookedUp(): Promise<string> {
  return cached(`looked up ${await contentVersion()}`, 3_600, async () => {
    const found = await Promise.all(LOOKED_UP.map(rankedKind));
    const first = found.flatMap((ranked) => pageOrder(ranked)[0] ?? []);
    return first.length > 0
      ? renderToStaticMarkup(<LookedUp products={first} />, { identifierPrefix: 'looked-up' })
      : '';
  });
}

function LookedUp({ products }: { products: readonly TestedContender[] }) {
  const drawn = products.map((one) => {
    return { ...one, marks: byFamily((family) => one.own[family].marks) };
  });
  return (
    <section aria-labelledby="looked-up" className="grid *:col-start-1">
      <RuleLabel id="looked-up" className="row-start-1 h-6 self-start">
        People look up
      </RuleLabel>
      {/* One row everywhere, to be pushed along where it is wider than its place. */}
      <ul className="mt-2 flex gap-x-6 @max-2xl:overflow-x-auto @max-2xl:pb-1">
        {drawn.map(({ row, own, marks }) => (
          <li key={row.product_id} className="relative w-64 shrink-0 @2xl:w-auto @2xl:flex-1">
            <h3 className="flex min-h-10 items-center gap-x-2 font-sans text-sm leading-tight font-medium tracking-normal">
              <SmallPhoto url={row.image_url} shape={reportShape(row)} />
              <a
                href={href('/plasticlist/:originalId', { originalId: String(row.product_id) })}
                className="min-w-0 wrap-anywhere @min-[18rem]:line-clamp-2 underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {row.name}
              </a>
            </h3>
            <MiniStrips row={row} marks={marks} className="mt-1" />
            <p className="sr-only">{own.in_short}</p>
          </li>
        ))}
      </ul>
      {/* At the end of the heading's line, and opened below it. */}
      <details className="row-start-1 text-sm text-ink-soft">
        <summary className="ml-auto w-fit list-none [&::-webkit-details-marker]:hidden bg-paper pl-3 font-mono text-xs leading-6">
          <span className="link">How to read this</span>
        </summary>
        <StripGuide hasTicks={false} strips={drawn.flatMap(({ marks }) => stripsOf(marks))} />
        <p className="mt-1 max-w-prose">{limitsNamed()}</p>
      </details>
    </section>
  );
}
