import { renderToStaticMarkup } from 'react-dom/server';
import { cached } from '#app/cache/cache.server.ts';
import { newsOfTheWeek } from '#app/emails/gather-digest.server.ts';
import type { DigestNews, NewsRow } from '#app/emails/digest-news.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { testName } from '#app/toxicology/panels/panels.ts';

/** Lines on the home page; the digest has all. */
const SHOWN = 2;
/** Nobody looks for it at each opening of the page. */
const SHARED_SECONDS = 10;

/** What is new this week, as the digest tells it; empty where nothing is. */
export async function drawNews(): Promise<string> {
  return cached('news of the week', SHARED_SECONDS, async () => {
    const lines = newsLines(await newsOfTheWeek());
    return lines.length > 0 ? renderToStaticMarkup(<News lines={lines} />) : '';
  });
}

/** What it tells of: results, then corrections, then goals; `path` is of this site. */
export function newsLines({ results, corrections, goals }: DigestNews) {
  const line = (name: string, what: string, url: string, row?: NewsRow) => {
    const says = row && ('brief' in row ? row.brief : row.sentence);
    return { name, what, path: new URL(url).pathname, says };
  };
  return [
    ...results.map(({ row, url }) => line(row.name, 'new result', url, row)),
    ...corrections.map(({ row, url }) => line(row.name, 'corrected', url, row)),
    ...goals.map(({ product, url }) => line(testName(product), 'goal reached', url)),
  ];
}

function News({ lines }: { lines: ReturnType<typeof newsLines> }) {
  return (
    <section aria-labelledby="news" className="mt-4">
      <RuleLabel
        id="news"
        note={lines.length > SHOWN ? `and ${lines.length - SHOWN} more` : undefined}
      >
        New this week
      </RuleLabel>
      <ul className="mt-1">
        {lines.slice(0, SHOWN).map(({ name, what, path, says }) => (
          <li
            key={path + what}
            className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 leading-snug"
          >
            <a
              href={path}
              className="min-w-0 font-display wrap-break-word underline-offset-4 hover:underline"
            >
              {name}
            </a>
            <span className="text-sm text-ink-soft">{what}</span>
            {says && <p className="basis-full text-sm text-ink-soft">{says}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
