import { capitalized } from '#app/kit/text.ts';
import { formNames } from './metal-limit.ts';
import { unsaidOf, type Portion } from './portion.ts';
import { metalText } from './sentences.ts';
import { intakeVerdicts, isGreen, measuring, type ByForm, type MetalAmount } from './verdicts.ts';

/** Of lead, cadmium, arsenic, mercury what limits of intake say, and whether in green; none of an unknown portion. */
export function metalTexts(amounts: ByForm<MetalAmount>, portion: Portion) {
  if (unsaidOf(portion)) return [];
  const all = intakeVerdicts(amounts, portion);
  return (['pb', 'cd', 'as', 'hg'] as const).map((metal) => {
    const verdicts = all.filter(({ limit }) => measuring(limit.form).includes(metal));
    const text = metalText(verdicts, portion) || `${capitalized(formNames[metal])} has no result.`;
    return { metal, text, verdicts, isGreen: isGreen(metal, verdicts) };
  });
}

export type MetalTexts = ReturnType<typeof metalTexts>[number];

/** All of that, or why nothing can be said. */
export function publishedSentence(amounts: ByForm<MetalAmount>, portion: Portion): string {
  const unsaid = unsaidOf(portion);
  if (unsaid)
    return `What that comes to can’t be said, because nobody has said how much ${unsaid}.`;
  return metalTexts(amounts, portion)
    .map(({ text }) => text)
    .join(' ');
}
