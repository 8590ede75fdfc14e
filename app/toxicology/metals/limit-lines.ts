import { limitAmount, shownLimits, statusOf, subjectOf, type ShownLimit } from './limit-words.ts';
import { formNames, type MetalForm } from './metal-limit.ts';

/**
 * What is set for some forms as the lines of a list, each with its document: every limit of intake,
 * those by food together by authority.
 */
export function metalLimitLines(forms: readonly MetalForm[]): string {
  const own = shownLimits.filter(({ form }) => forms.includes(form));
  const together = Map.groupBy(own, (one) => ('food' in one ? nameOf(one) : one.id));
  const lines = [...together.values()].map((all) => {
    const [first] = all as [ShownLimit, ...ShownLimit[]];
    const { title, number, url } = first.citation;
    const document = url ? `[${title}](${url})` : `${title}, ${number}`;
    const much =
      'food' in first ? foodsText(all) : `${limitAmount(first)}, for ${subjectOf(first)}`;
    return `- ${nameOf(first)}: ${much} (${document}).`;
  });
  return lines.join('\n');
}

function nameOf(limit: ShownLimit): string {
  const { authority, name, form } = limit;
  return `${authority}, ${name} ${formNames[form]} (${statusOf(limit)})`;
}

/** `10 µg per kg in A; in B; 20 µg per kg in C`, the lowest first. */
function foodsText(all: readonly ShownLimit[]): string {
  const sorted = all.flatMap((one) => ('food' in one ? one : [])).toSorted((a, b) => a.ngG - b.ngG);
  return [...Map.groupBy(sorted, limitAmount)]
    .map(([amount, same]) => `${amount} in ${same.map(({ food }) => food).join('; in ')}`)
    .join('; ');
}
