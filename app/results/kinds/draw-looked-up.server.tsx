import { renderToStaticMarkup } from 'react-dom/server';
import { href } from 'react-router';
import { kindNamed, type Kind } from '#app/catalogue/kinds.ts';
import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { rankedKind, type TestedContender } from '#app/results/rank/ranked-kind.server.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { DrawnTile } from '#app/ui/drawn-tile.tsx';
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
    return first.length > 0 ? renderToStaticMarkup(<LookedUp products={first} />) : '';
  });
}

function LookedUp({ products }: { products: readonly TestedContender[] }) {
  return (
    <section aria-labelledby="looked-up">
      <RuleLabel id="looked-up">People look up</RuleLabel>
      <ul className="@2xl:mt-2 @2xl:grid @2xl:grid-cols-3 @2xl:gap-x-6">
        {products.map(({ row, own }) => (
          <li
            key={row.product_id}
            className="relative flex gap-x-3 py-1 not-first:border-t @max-2xl:nth-3:hidden not-first:border-line @2xl:flex-col @2xl:border-t-0!"
          >
            {/* What is drawn gives way to the words on a phone. */}
            <div className={`mt-0.5 w-12 shrink-0 ${row.image_url ? '' : '@max-md:hidden'}`}>
              {row.image_url ? (
                <img
                  src={`${row.image_url}?width=128&quality=70`}
                  width={48}
                  height={48}
                  alt=""
                  className="aspect-square rounded-md border border-line object-cover"
                />
              ) : (
                <DrawnTile shape={reportShape(row)} label="" />
              )}
            </div>
            <div className="min-w-0 @2xl:mt-2">
              <h3 className="text-base leading-snug">
                <a
                  href={href('/plasticlist/:originalId', { originalId: String(row.product_id) })}
                  className="wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {row.name}
                </a>
              </h3>
              <p className="text-sm leading-snug text-ink-soft">{own.in_short}</p>
            </div>
          </li>
        ))}
      </ul>
      <details className="mt-1 text-sm text-ink-soft">
        <summary className="link inline-block py-1 font-mono text-xs">Whose limits</summary>
        <p className="mt-1 max-w-prose">{limitsNamed()}</p>
      </details>
    </section>
  );
}
