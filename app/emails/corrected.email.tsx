import { howToRead, resultLine } from './result-lines.email.tsx';
import { NEW_LINE, whyThis, type Phrase } from './letter.email.tsx';
import type { CorrectedMail } from './load-product.server.ts';
import { oneLine } from './words.ts';
import { answerOf, type FamilyFigure } from '#app/results/answers/answer.ts';
import { asSentence, counted } from '#app/kit/text.ts';
import {
  headlineChanges,
  headlineSentence,
  moreSamples,
} from '#app/results/samples/headline-changes.ts';
import { familyOf } from '#app/toxicology/families.ts';

/** To followers and contributors: what was published of a product before, and what it is now. */
export function resultsCorrected(mail: CorrectedMail) {
  const { product, reason, change, reportUrl, beforeUrl } = mail;
  const more = moreSamples(change);
  const changed = headlineChanges(change);
  const sentences = changed.map((one) => headlineSentence(one, true)).join(' ');
  const what =
    more > 0
      ? `${product.name} was tested again: ${counted(more, 'more sample')}. The reason for the change: `
      : `We have corrected the results of ${product.name}. What was wrong: `;
  return {
    subject: `${more > 0 ? 'Tested again' : 'Corrected results'}: ${oneLine(product.name)}`,
    title: more > 0 ? 'Tested again' : 'Results were corrected',
    preview: sentences || (change.metals ? 'No answer has changed.' : 'No level has changed.'),
    says: [
      what + asSentence(reason),
      ...change.families.map(({ family, before, after }) => {
        const isChanged = changed.some((one) => one.family === family);
        const was: Phrase[] =
          isChanged && before ? [`Before: ${figureText(before)}`, NEW_LINE] : [];
        const is = `${isChanged ? 'Now' : 'Still'}: ${after ? figureText(after) : ''}`;
        return [familyOf(family).name, NEW_LINE, ...was, is];
      }),
      ...(change.metals
        ? [sentences !== '' && sentences, change.metals.after?.sentence ?? '']
        : [{ note: howToRead() }]),
      { action: 'Read the report', href: reportUrl },
      [{ link: 'What was published before', to: beforeUrl }, ' stays there, marked as corrected.'],
    ],
    footer: whyThis(mail),
  };
}

function figureText(figure: FamilyFigure): string {
  return resultLine(answerOf(figure), (figure.percent?.estimate ?? 0) > 0);
}
