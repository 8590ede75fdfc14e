import { capitalized } from '#app/kit/text.ts';
import { formNames } from './metal-limit.ts';
import { unsaidOf, type Portion } from './portion.ts';
import { metalText } from './sentences.ts';
import { intakeVerdicts, measuring, type ByForm, type MetalAmount } from './verdicts.ts';

/** All that is said of a result by limits of intake, by substance: lead, cadmium, arsenic, mercury. */
export function publishedSentence(amounts: ByForm<MetalAmount>, portion: Portion): string {
  const unsaid = unsaidOf(portion);
  if (unsaid)
    return `What that comes to can’t be said, because nobody has said how much ${unsaid}.`;
  const verdicts = intakeVerdicts(amounts, portion);
  const texts = (['pb', 'cd', 'as', 'hg'] as const).map((form) => {
    const own = verdicts.filter(({ limit }) => measuring(limit.form).includes(form));
    return own.length > 0
      ? metalText(own, portion)
      : `${capitalized(formNames[form])} has no result.`;
  });
  return texts.join(' ');
}
