import { counted, listed } from '#app/kit/text.ts';
import {
  chemicalOf,
  chemicals,
  datasetChemicals,
  type ChemicalKey,
} from '#app/toxicology/chemicals.ts';
import { familyOf } from '#app/toxicology/families.ts';
import type { Taken } from './concentrations.ts';
import type { LabEntry, LabResult, Layout } from './lab-entry.ts';
import type { How, ReadSample } from './read-sample.ts';
import type { Doubt } from './reading.ts';

/** What laboratories mean by a letter beside a result (EPA Contract Laboratory Program), and what is made of it. */
const FLAGS: Readonly<Record<string, string>> = {
  J: 'an estimate below the reporting limit. The number is published as it stands.',
  B: 'found in the blank as well. The number is published as it stands.',
  E: 'above the calibrated range. It is published as “more than”.',
  D: 'measured after dilution. The number is published as it stands.',
};
const NOT_KNOWN = 'which is not known here. The number is published as it stands.';

/** What was taken for granted in a file, each for a person to confirm. */
export function doubtsOf(
  layout: Layout,
  chosen: readonly LabEntry[],
  read: readonly ReadSample[],
  how: How,
): Doubt[] {
  const results = chosen.flatMap((entry) => entry.results);
  const doubts: Doubt[] = [];
  const doubt = (kind: string, text: string) => doubts.push({ key: `${kind}: ${text}`, text });
  const converted = Map.groupBy(
    results.filter(({ unit }) => unit?.ok && unit.power !== 0),
    ({ unit }) => (unit?.ok ? unit.text : ''),
  );
  for (const [unit, those] of converted) {
    const power = those[0]?.unit?.ok ? those[0].unit.power : 0;
    const factor =
      power > 0
        ? `times ${(10 ** power).toLocaleString('en-US')}`
        : `divided by ${(10 ** -power).toLocaleString('en-US')}`;
    doubt('unit', `${namesOf(those)}: reported in ${unit}, converted to ng/g (${factor}).`);
  }
  const apart = results.filter(
    ({ unit, limitUnit, limit }) =>
      limit !== '' && unit?.ok && limitUnit?.ok && limitUnit.power !== unit.power,
  );
  if (apart.length > 0) {
    doubt(
      'unit',
      `${namesOf(apart)}: the limits are in another unit than the results. Each is converted from its own.`,
    );
  }
  const unstated = results.filter(({ unit }) => !unit);
  if (how.unit?.ok && unstated.length > 0) {
    doubt('unit', `${namesOf(unstated)}: the file states no unit, read as ${how.unit.text}.`);
  }
  for (const { line, cells } of layout.dry) {
    const words = cells.filter((cell) => cell.trim()).join(' ');
    doubt(
      'unit',
      `Line ${line} (${words.slice(0, 60)}) may mean results by dry weight or by fat. They are published by the weight of the whole product.`,
    );
  }
  if (how.sign === ',') doubt('sign', 'Commas are read as decimal commas: 0,5 is 0.5.');
  const taken = read.flatMap((one) => one.taken);
  const where = (what: Taken) => taken.filter((one) => one.what === what).map((one) => one.where);
  const noLimit = where('no-limit');
  const blank = where('blank-cell');
  if (blank.length > 0) {
    doubt('blank', `Empty cells are published as not tested: ${some(blank)}.`);
  }
  for (const flag of new Set(
    taken.map(({ what }) => what).filter((what) => what.startsWith('flag ')),
  )) {
    const mark = flag.slice('flag '.length);
    doubt('flag', `${some(where(flag))}: marked ${mark}, ${FLAGS[mark] ?? NOT_KNOWN}`);
  }
  if (noLimit.length > 0) {
    doubt('no-limit', `${some(noLimit)}: not detected, and the file states no limit.`);
  }
  const low = where('below-limit');
  if (low.length > 0) {
    doubt(
      'below-limit',
      `${some(low)}: below the limit that the file states, and not marked. The number is published as it stands.`,
    );
  }
  const missing = datasetChemicals.filter(
    ({ key }) => !results.some((one) => one.key === key && one.text !== ''),
  );
  if (missing.length > 0) {
    doubt(
      'missing',
      `Not in the file, so published as not tested: ${listed(missing.map(({ abbreviation }) => abbreviation))}.`,
    );
  }
  if (layout.unread.length > 0) {
    doubt(
      'unread',
      `Nothing is read from ${counted(layout.unread.length, 'column')}: ${layout.unread.join(', ')}.`,
    );
  }
  if (layout.remarks.length > 0) {
    const shown = layout.remarks.slice(0, NAMED).map(
      ({ line, cells }) =>
        `line ${line} (${cells
          .filter((cell) => cell.trim())
          .join(' ')
          .slice(0, 60)})`,
    );
    doubt(
      'remarks',
      `Nothing is read from ${shown.join(', ')}${layout.remarks.length > NAMED ? ` and ${layout.remarks.length - NAMED} more` : ''}.`,
    );
  }
  return doubts;
}

/** So many are named, the rest counted. */
const NAMED = 12;

function some(names: string[]): string {
  const left = names.length - NAMED;
  return listed(left > 0 ? [...names.slice(0, NAMED), `${left} more`] : names);
}

function namesOf(results: readonly LabResult[]): string {
  const keys: ChemicalKey[] = chemicals
    .map(({ key }) => key)
    .filter((key) => results.some((one) => one.key === key));
  const whole = [...Map.groupBy(keys, (key) => chemicalOf(key).family)].map(([family, own]) => ({
    family,
    own,
  }));
  if (keys.length > 6)
    return whole.map(({ family, own }) => `${familyOf(family).name} (${own.length})`).join(', ');
  return listed(keys.map((key) => chemicalOf(key).abbreviation));
}
