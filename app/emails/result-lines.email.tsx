import { NEW_LINE, type Phrase } from './letter.email.tsx';
import { personText, specChild } from '#app/results/answers/eater.ts';
import {
  amountInSentence,
  answerText,
  LEVEL_GUIDE,
  rowAnswer,
  type RatingAnswer,
} from '#app/results/answers/answer.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { NOT_FOOD_MARK } from '#app/results/messages.ts';
import type { NewsRow } from './digest-news.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';
import { families } from '#app/toxicology/families.ts';

/** What was found in a tested product: its families in the words of the list, each with its figure. */
export function resultLines({ row, url }: { row: NewsRow; url: string }): Phrase[] {
  const name = { link: row.name, to: url };
  if (!('eater' in row))
    return [name, `, tested for ${panelOf(row.panel).inSentence}`, NEW_LINE, row.sentence];
  const ofFamilies = families.map(({ key, name: family }) => (
    <span key={key}>
      <br />
      {family}: {resultLine(rowAnswer(row, key), (row.eater[key].tdi_percent ?? 0) > 0)}
    </span>
  ));
  return [name, row.not_food && `, ${NOT_FOOD_MARK}`, NEW_LINE, row.sentence, ...ofFamilies];
}

/** `Low, 1/190 of the daily limit (0.52%)`, `can’t tell, Low to High; none found (at most …)`. */
export function resultLine(answer: RatingAnswer, isFound: boolean): string {
  const text = answerText(answer);
  if (answer.could === null || answer.missed !== null || !answer.amount) return text;
  return `${text}; ${isFound ? 'best estimate ' : ''}${amountInSentence(answer.amount)}`;
}

/** Whom the figures are for, and what the words mean. */
export function howToRead(): string {
  return `For ${personText(specChild.weightKg)} who has one serving a day, unless it says otherwise. ${LEVEL_GUIDE} ${limitsNamed()} Low does not mean safe, and “not detected” does not mean “not there.” Each report says what its test could not see.`;
}
