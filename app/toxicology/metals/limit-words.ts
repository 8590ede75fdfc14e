import { grouped } from '#app/kit/text.ts';
import { foodMetalLimits } from './food-limits.ts';
import { intakeMetalLimits } from './intake-limits.ts';
import { formNames, groupNames, isShown } from './metal-limit.ts';
import type { FoodMetalLimit, IntakeMetalLimit, MetalForm } from './metal-limit.ts';

/** Every limit that may be shown, those of intake before those of food. */
export const shownLimits = [...intakeMetalLimits, ...foodMetalLimits].filter(isShown);

type ShownLimit = IntakeMetalLimit | FoodMetalLimit;

const STATUSES: Partial<Record<ShownLimit['status'], string>> = {
  interim: 'interim, no legal limit',
  guidance: 'guidance, not binding',
  warning: 'sellers must warn above it',
};

/** `guidance, not binding`. */
export function statusOf({ status }: ShownLimit): string {
  return STATUSES[status] ?? status;
}

/** Whom or what a limit is for; of a margin what happens at that dose. */
export function subjectOf(limit: ShownLimit): string {
  if ('food' in limit) return limit.food;
  const who = limit.group ? groupNames[limit.group] : 'everybody';
  if (limit.kind !== 'margin') return who;
  return `${who}: ${limit.effect} at this dose, which is not called tolerable`;
}

/** With its unit: a heading is set in capitals, in which micrograms read as milligrams. */
export function limitAmount(limit: ShownLimit): string {
  if ('food' in limit) return `${grouped(limit.ngG, 20)} µg per kg`;
  const weight = limit.kind === 'by person' ? '' : ' per kg of body weight';
  return `${grouped(limit.ng / 1000, 20)} µg${weight} a ${limit.per}`;
}

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
