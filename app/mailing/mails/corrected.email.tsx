import { HowToRead, resultLine } from './result-lines.email.tsx';
import {
  LetterAction,
  Letter,
  MailLink,
  Paragraph,
  WhyThis,
  type LetterFollowing,
} from './letter.email.tsx';
import { oneLine } from './words.ts';
import { answerOf } from '#app/results/answer.ts';
import { asSentence } from '#app/results/messages.ts';
import { headlineChanges, headlineSentence } from '#app/results/samples/headline-changes.ts';
import type { FamilyFigure, ProductChange } from '#app/results/samples/product-change.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';

interface CorrectedMail extends LetterFollowing {
  product: { name: string; url: string };
  /** In the administrator's words. */
  reason: string;
  families: ProductChange['families'];
  /** Of the report as it stands, and of what was published before. */
  reportUrl: string;
  beforeUrl: string;
}

export function correctedSubject({ product }: CorrectedMail): string {
  return `Corrected results: ${oneLine(product.name)}`;
}

/** To followers and contributors: what they were told of a product was wrong, and what is right. */
export function ResultsCorrected(mail: CorrectedMail) {
  const { product, reason, families, reportUrl, beforeUrl } = mail;
  const changed = headlineChanges({ families });
  return (
    <Letter
      title="Results were corrected"
      preview={changed.map((change) => headlineSentence(change, true)).join(' ')}
      footer={<WhyThis {...mail} />}
    >
      <Paragraph>
        We have corrected the results of {product.name}. What was wrong: {asSentence(reason)}
      </Paragraph>
      {families.map(({ family, before, after }) => {
        const isChanged = changed.some((change) => change.family === family);
        return (
          <Paragraph key={family}>
            {familyOf(family).name}
            <br />
            {isChanged && before && (
              <>
                Before: {figureText(before, family)}
                <br />
              </>
            )}
            {isChanged ? 'Now' : 'Still'}: {after && figureText(after, family)}
          </Paragraph>
        );
      })}
      <HowToRead />
      <LetterAction href={reportUrl}>Read the corrected report</LetterAction>
      <Paragraph>
        <MailLink href={beforeUrl}>What was published before</MailLink> stays there, marked as
        corrected.
      </Paragraph>
    </Letter>
  );
}

function figureText({ level, percent }: FamilyFigure, family: Family): string {
  if (level === 'None') return 'no results';
  const answer = answerOf(level, percent, familyOf(family).whoseLimit);
  return resultLine(answer, (percent?.estimate ?? 0) > 0);
}
