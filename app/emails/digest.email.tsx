import { levelName, samplesFunded } from '#app/catalogue/product.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { NEW_LINE, stopOrChoose, type Part } from './letter.email.tsx';
import type { DigestMail } from './load-digest.server.ts';
import { howToRead, resultLines } from './result-lines.email.tsx';
import { site } from '#app/site.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** Entries of each kind; what is past them is on the site. */
const SHOWN = 30;

/** To subscribers, once a week at most: what was published, corrected and funded since the last one. */
export function digest({ words, news, yours, closest, resultsUrl, ...mail }: DigestMail) {
  const { results, corrections, goals } = news;
  return {
    subject: `${site.name}: ${words}`,
    title: 'What was tested, and what was found',
    preview: `${words}.`,
    says: [
      ...headed(
        'What you follow or give to',
        yours
          .slice(0, SHOWN)
          .map(({ text, url }) => [`${text} `, { link: 'See its page', to: url }]),
      ),
      ...headed('New results', results.slice(0, SHOWN).map(resultLines), more(results, resultsUrl)),
      ...headed(
        'Corrected results',
        corrections.slice(0, SHOWN).map(({ row, reason, url }) => ({
          group: [resultLines({ row, url }), { note: 'Why they changed:' }, { quote: reason }],
        })),
        more(corrections, resultsUrl),
      ),
      [...results, ...corrections].some(({ row }) => 'eater' in row) && { note: howToRead() },
      ...headed(
        'Goals reached',
        goals.slice(0, SHOWN).map(({ product, url }) => {
          const [has, needs] = [product.current_amount, product.target_amount].map((one) =>
            formatDollars(one),
          );
          const level = product.panel
            ? samplesFunded(product)
            : `Level ${product.level} · ${levelName(product.level)}`;
          const givers = counted(product.contributor_count, 'contributor');
          return [
            { link: testName(product), to: url },
            NEW_LINE,
            `${has} of ${needs}, ${level}, ${givers}`,
          ];
        }),
        more(goals, resultsUrl.replace(/plasticlist$/, '')),
      ),
      ...headed(
        'Closest to being tested',
        closest.map(({ name, url, toGo }) => [{ link: name, to: url }, NEW_LINE, toGo]),
      ),
      { action: 'See all tested products', href: resultsUrl },
    ],
    footer: whyDigest(mail),
  };
}

/** What stands under a heading, which is not there where nothing does. */
function headed(heading: string, parts: Part[], more?: Part): Part[] {
  return parts.length === 0 ? [] : [{ heading }, ...parts, more];
}

function more({ length }: readonly unknown[], url: string) {
  return length > SHOWN && [{ link: `and ${length - SHOWN} more`, to: url }];
}

/** Why the digest came, how to have no more of it, and who sends it from where. */
function whyDigest({
  operator,
  stopUrl,
  preferencesUrl,
}: Pick<DigestMail, 'operator' | 'stopUrl' | 'preferencesUrl'>): Part[] {
  const why = `You get this because you signed up for news from ${site.name}. It comes once a week at most.`;
  return [
    { note: [why, ...stopOrChoose('Stop these emails', stopUrl, preferencesUrl)] },
    { note: [operator.name ?? site.name, NEW_LINE, operator.address] },
  ];
}
