import {
  metalReport,
  metalResults,
  type MetalReport,
} from '#app/results/metals/metal-results.server.ts';
import { metalHit } from '#app/results/metals/metal-stands.tsx';
import { NOT_STATED } from '#app/results/messages.ts';
import { allTested, itemOfTested } from '#app/results/read/risk-levels.server.ts';
import { formNames, type MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { series } from '#app/toxicology/metals/sentences.ts';
import {
  FEWEST_SAMPLES,
  strengthWords,
  TIMES_APART,
  TIMES_APART_ELSEWHERE,
  type Strength,
} from '#app/toxicology/which-is-lower.ts';

const FORMS: readonly MetalForm[] = ['pb', 'cd', 'as', 'ias', 'hg'];

/** Tests for metals among these numbers, and those of the items that were tested for plastics under them. */
export async function compareMetals(ids: readonly number[]) {
  const items = (await allTested()).filter((row) => ids.includes(row.originalId)).map(itemOfTested);
  const found = (await metalResults()).filter(
    ({ id, item }) => ids.includes(id) || items.includes(item),
  );
  const all = await Promise.all(found.map(({ id }) => metalReport(id)));
  const reports = all.flatMap((one) => one ?? []);
  return reports.map((own) => ({
    ...metalHit(own),
    lines: reports.filter(({ id }) => id !== own.id).map((other) => againstText(own, other)),
  }));
}

/** `One serving each, against Rice (metals): lead lower for certain; no difference can be told in cadmium.` */
export function againstText(own: MetalReport, other: MetalReport): string {
  const [ours, theirs] = [own, other].map(({ portion }) =>
    [portion.weightKg, portion.per, portion.whole].join(),
  );
  if (ours !== theirs || !gramsOf(own) || !gramsOf(other))
    return `Not compared with ${other.name}: what is eaten of them at once differs, or is not known.`;
  const forms = FORMS.filter((form) => own.amounts[form] && other.amounts[form]);
  const said = forms.map((form) => {
    const [lower, higher] = [strengthOf(own, other, form), strengthOf(other, own, form)];
    const strength = lower ?? higher;
    return {
      name: formNames[form],
      text:
        strength && `${formNames[form]} ${lower ? 'lower' : 'higher'} ${strengthWords[strength]}`,
    };
  });
  const untold = said.flatMap(({ name, text }) => (text ? [] : name));
  const parts = said.flatMap(({ text }) => text ?? []);
  if (untold.length > 0) parts.push(`no difference can be told in ${series(untold)}`);
  const each = own.portion.whole ? 'A day of each' : 'One serving each';
  return `${each}, against ${other.name}: ${parts.join('; ')}.`;
}

/** How sure it is that one has less of a form in what is eaten of it; null within what laboratories may differ by. */
function strengthOf(one: MetalReport, other: MetalReport, form: MetalForm): Strength | null {
  const isSame = (['laboratory', 'method'] as const).every(
    (fact) => one.facts[fact] === other.facts[fact] && one.facts[fact] !== NOT_STATED,
  );
  const times = isSame ? TIMES_APART : TIMES_APART_ELSEWHERE;
  const [a, b] = [one.amounts[form]!, other.amounts[form]!];
  const of = (report: MetalReport, ngG: number | null) => (ngG ?? Infinity) * gramsOf(report);
  const least = Math.min(...other.samples.flatMap(({ ranges }) => ranges[form]?.lowerNgG ?? []));
  const isApart = (most: number | null, from: number) =>
    from > 0 && of(other, from) >= times * of(one, most);
  if (isApart(a.highestUpperNgG, least))
    return Math.min(a.samples, b.samples) >= FEWEST_SAMPLES ? 'certain' : 'every_sample';
  return isApart(a.upperNgG, b.lowerNgG) ? 'average' : null;
}

/** Of what was measured, that is eaten at once; 0 where nobody knows. */
function gramsOf({ portion: { grams, times = 1, asFedPerG = 1 } }: MetalReport): number {
  return ((grams ?? 0) * times) / (asFedPerG ?? Infinity);
}
