import { Amounts, Letter, LetterAction, LetterNote, Paragraph } from './letter.email.tsx';
import type { EndedMatchMail } from './load-match.server.ts';
import { didText } from '#app/funding/matching/match-words.ts';
import { dollarsFromCents, formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';

export function endedMatchSubject({ name }: EndedMatchMail): string {
  return `What your match did: ${name}`;
}

/** To its sponsor, once: how many gifts it was added to, and where what it did not use went. */
export function MatchEnded(mail: EndedMatchMail) {
  const { name, gifts, matchedCents, products, backCents, toPoolCents, toProjectCents } = mail;
  const unusedCents = backCents + toPoolCents + toProjectCents;
  const matched = formatCents(matchedCents);
  return (
    <Letter title="What your match did" preview={didText(gifts, dollarsFromCents(matchedCents))}>
      <Paragraph>
        The {name} has ended.{' '}
        {gifts === 0
          ? 'It was added to no gift.'
          : `${matched} of your money was added to ${counted(gifts, 'gift')} for ${counted(products.length, 'product')}. Thank you.`}
      </Paragraph>
      <Amounts
        rows={[
          ...products.map((product) => ({
            name: product.name,
            amount: formatCents(product.cents),
          })),
          ...unusedRow('Unused, back to you', backCents),
          ...unusedRow(`Unused, to the ${mail.poolName ?? 'pool'}`, toPoolCents),
          ...unusedRow('Unused, to the project', toProjectCents),
        ]}
      />
      {unusedCents === 0 && <Paragraph>Nothing of it was left.</Paragraph>}
      {backCents > 0 && (
        <Paragraph>
          What goes back goes to the card you paid with. If you paid another way, or the card takes
          no refund anymore, we pay it another way. We email you once it has been sent.
        </Paragraph>
      )}
      <LetterAction href={mail.url}>See the match</LetterAction>
      <LetterNote>
        If a gift is refunded before testing has begun, what was added to it comes back to the
        match, and goes where the rest of it went.
      </LetterNote>
    </Letter>
  );
}

function unusedRow(name: string, cents: number) {
  return cents > 0 ? [{ name, amount: formatCents(cents) }] : [];
}
