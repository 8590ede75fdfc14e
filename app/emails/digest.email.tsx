import { levelName, samplesFunded } from '#app/catalogue/product.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { MailLink, type Part } from './letter.email.tsx';
import type { DigestMail } from './load-digest.server.ts';
import { howToRead, ResultLines } from './result-lines.email.tsx';
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
        yours.slice(0, SHOWN).map(({ text, url }) => ({
          text: (
            <>
              {text} <MailLink href={url}>See its page</MailLink>
            </>
          ),
        })),
      ),
      ...headed(
        'New results',
        results.slice(0, SHOWN).map((one) => ({ text: <ResultLines {...one} /> })),
        more(results, resultsUrl),
      ),
      ...headed(
        'Corrected results',
        corrections.slice(0, SHOWN).map(({ row, reason, url }) => ({
          group: [
            { text: <ResultLines row={row} url={url} /> },
            { note: 'Why they changed:' },
            { quote: reason },
          ],
        })),
        more(corrections, resultsUrl),
      ),
      [...results, ...corrections].some(({ row }) => 'eater' in row) && { note: howToRead() },
      ...headed(
        'Goals reached',
        goals.slice(0, SHOWN).map(({ product, url }) => ({
          text: (
            <>
              <MailLink href={url}>{testName(product)}</MailLink>
              <br />
              {formatDollars(product.current_amount)} of {formatDollars(product.target_amount)},{' '}
              {product.panel
                ? samplesFunded(product)
                : `Level ${product.level} · ${levelName(product.level)}`}
              , {counted(product.contributor_count, 'contributor')}
            </>
          ),
        })),
        more(goals, resultsUrl.replace(/plasticlist$/, '')),
      ),
      ...headed(
        'Closest to being tested',
        closest.map(({ name, url, toGo }) => ({
          text: (
            <>
              <MailLink href={url}>{name}</MailLink>
              <br />
              {toGo}
            </>
          ),
        })),
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
  if (length <= SHOWN) return undefined;
  return { text: <MailLink href={url}>and {length - SHOWN} more</MailLink> };
}

/** Why the digest came, how to have no more of it, and who sends it from where. */
function whyDigest({
  operator,
  stopUrl,
  preferencesUrl,
}: Pick<DigestMail, 'operator' | 'stopUrl' | 'preferencesUrl'>) {
  return [
    {
      note: (
        <>
          You get this because you signed up for news from {site.name}. It comes once a week at
          most.
          <br />
          <MailLink href={stopUrl}>Stop these emails</MailLink>
          <br />
          <MailLink href={preferencesUrl}>Choose what you get</MailLink>
        </>
      ),
    },
    {
      note: (
        <>
          {operator.name ?? site.name}
          <br />
          {operator.address}
        </>
      ),
    },
  ];
}
