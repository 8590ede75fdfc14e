import { levelName, samplesFunded } from '#app/catalogue/product.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import {
  LetterAction,
  Letter,
  MailLink,
  LetterNote,
  Paragraph,
  Quote,
  Subheading,
} from './letter.email.tsx';
import type { DigestMail } from './load-digest.server.ts';
import { HowToRead, ResultLines } from './result-lines.email.tsx';
import { site } from '#app/site.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** Entries of each kind; what is past them is on the site. */
const SHOWN = 30;

Digest.subject = ({ words }: DigestMail) => `${site.name}: ${words}`;

/** To subscribers, once a week at most: what was published, corrected and funded since the last one. */
export function Digest(mail: DigestMail) {
  const { results, corrections, goals } = mail.news;
  return (
    <Letter
      title="What was tested, and what was found"
      preview={`${mail.words}.`}
      footer={<WhyDigest {...mail} />}
    >
      {mail.yours.length > 0 && <Subheading>What you follow or give to</Subheading>}
      {mail.yours.slice(0, SHOWN).map(({ text, url }) => (
        <Paragraph key={text}>
          {text} <MailLink href={url}>See its page</MailLink>
        </Paragraph>
      ))}
      {results.length > 0 && <Subheading>New results</Subheading>}
      {results.slice(0, SHOWN).map(({ row, url }) => (
        <ResultLines key={row.product_id} row={row} url={url} />
      ))}
      <More count={results.length} url={mail.resultsUrl} />
      {corrections.length > 0 && <Subheading>Corrected results</Subheading>}
      {corrections.slice(0, SHOWN).map(({ row, reason, url }) => (
        <div key={row.product_id}>
          <ResultLines row={row} url={url} />
          <LetterNote>Why they changed:</LetterNote>
          <Quote>{reason}</Quote>
        </div>
      ))}
      <More count={corrections.length} url={mail.resultsUrl} />
      {[...results, ...corrections].some(({ row }) => 'eater' in row) && <HowToRead />}
      {goals.length > 0 && <Subheading>Goals reached</Subheading>}
      {goals.slice(0, SHOWN).map(({ product, url }) => (
        <Paragraph key={product.id}>
          <MailLink href={url}>{testName(product)}</MailLink>
          <br />
          {formatDollars(product.current_amount)} of {formatDollars(product.target_amount)},{' '}
          {product.panel
            ? samplesFunded(product)
            : `Level ${product.level} · ${levelName(product.level)}`}
          , {counted(product.contributor_count, 'contributor')}
        </Paragraph>
      ))}
      <More count={goals.length} url={mail.resultsUrl.replace(/plasticlist$/, '')} />
      {mail.closest.length > 0 && <Subheading>Closest to being tested</Subheading>}
      {mail.closest.map(({ id, name, url, toGo }) => (
        <Paragraph key={id}>
          <MailLink href={url}>{name}</MailLink>
          <br />
          {toGo}
        </Paragraph>
      ))}
      <LetterAction href={mail.resultsUrl}>See all tested products</LetterAction>
    </Letter>
  );
}

function More({ count, url }: { count: number; url: string }) {
  if (count <= SHOWN) return null;
  return (
    <Paragraph>
      <MailLink href={url}>and {count - SHOWN} more</MailLink>
    </Paragraph>
  );
}

/** Why the digest came, how to have no more of it, and who sends it from where. */
function WhyDigest({ operator, stopUrl, preferencesUrl }: DigestMail) {
  return (
    <>
      <LetterNote>
        You get this because you signed up for news from {site.name}. It comes once a week at most.
        <br />
        <MailLink href={stopUrl}>Stop these emails</MailLink>
        <br />
        <MailLink href={preferencesUrl}>Choose what you get</MailLink>
      </LetterNote>
      <LetterNote>
        {operator.name ?? site.name}
        <br />
        {operator.address}
      </LetterNote>
    </>
  );
}
