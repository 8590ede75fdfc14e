import { basisRows } from '#db/data/comparable.ts';
import { kindRows } from '#db/data/kinds.ts';
import { dayItems } from '#app/results/day/day-items.server.ts';
import type { DayItem } from '#app/results/day/day-schema.ts';
import { amountsOf } from '#app/toxicology/metals/amounts.ts';
import type { MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { parseMeasurement } from '#app/toxicology/measurement.ts';
import { dice, findAlternatives, type Kitchen, type RawMetals } from './random-days.ts';
import { percentOf, RAW_FAMILIES, readRaw } from './raw-results.ts';
import { ownPerson } from './sentences.ts';

/** Grams as fed of a gram of infant formula, as one label says and nobody read of another. */
const FORMULA = new Map([
  [1, null],
  [227, 7.5],
]);
const NOT_CHOSEN = ['tap-water', 'sea-water', 'distilled-water', 'breast-milk'];

/** All that PlasticList tested, two of three with made-up rows of metals as well. */
export async function kitchenOf(seed: number): Promise<Kitchen> {
  const roll = dice(seed);
  const raw = readRaw();
  const stored = await dayItems([...raw.keys()]);
  const metals = new Map<number, RawMetals>();
  const items = stored.map((item): DayItem => {
    const isFormula = FORMULA.has(item.id);
    if (roll() < 0.33 && !isFormula) return item;
    const rows = Array.from({ length: 1 + Math.floor(roll() * 3) }, () => madeUp(roll));
    metals.set(item.id, rows);
    const amounts = amountsOf(
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([form, text]) => [form, read(text)])),
      ),
    ) as DayItem['amounts'];
    const as_fed_per_g = FORMULA.get(item.id) ?? null;
    return { ...item, as_fed_per_g, amounts: { ...item.amounts, ...amounts } };
  });
  const notChosen = new Set(
    kindRows.filter(([key]) => NOT_CHOSEN.includes(key)).flatMap(([, , , , ids]) => ids),
  );
  const kitchen = { raw, metals, items, notChosen, formula: FORMULA };
  const states = new Map(basisRows.flatMap(([basis, , ids]) => ids.map((id) => [id, basis])));
  findAlternatives(
    kitchen,
    kindRows.filter(([key]) => !NOT_CHOSEN.includes(key)).map(([, , , , ids]) => ids),
    (product) =>
      RAW_FAMILIES.some(
        (one) =>
          percentOf(product, one, ownPerson(product)).lower > 100 &&
          !(one === 'bisphenols' && [92, 93, 94].includes(product.id)),
      ),
    (id) => states.get(id) ?? null,
  );
  return kitchen;
}

function madeUp(roll: () => number): Record<string, string> {
  const forms: MetalForm[] = ['pb', 'cd', 'as', 'hg'];
  const cell = (most: number) => {
    const figure = String(Math.ceil(roll() ** 3 * most * 10) / 10);
    const kind = roll();
    if (kind < 0.4) return `<${figure}`;
    return kind < 0.43 ? 'ND' : kind < 0.45 ? `>${figure}` : figure;
  };
  const row: Record<string, string> = {};
  for (const form of forms) if (roll() < 0.85) row[form] = cell(form === 'pb' ? 6 : 40);
  if (row.as && roll() < 0.5) row.ias = cell(20);
  return row;
}

function read(text: string) {
  const parsed = parseMeasurement(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.measurement;
}
