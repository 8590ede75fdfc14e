import { unitOf } from '#app/results/samples/concentration-heading.ts';

/** Units of a share by weight, as the power of ten that makes ng/g of them. */
const powers: Readonly<Record<string, number>> = {
  'ng/g': 0,
  'µg/kg': 0,
  'mcg/kg': 0,
  ppb: 0,
  'mg/kg': 3,
  'µg/g': 3,
  'mcg/g': 3,
  'ng/mg': 3,
  ppm: 3,
  'mg/g': 6,
  'ng/kg': -3,
  'pg/g': -3,
  ppt: -3,
};

/** What a text says of a unit; undefined where it says none. */
export type Unit =
  | { readonly ok: true; readonly text: string; readonly power: number }
  | { readonly ok: false; readonly reason: string };

/** What is wrong with a unit such as ng/mL, in whose complaint it stands. */
export const NO_SHARE = 'which is not one share by weight';

const UNIT = /^(?:%|pp[bmt]|[a-zµ]{1,4}\/(?:[a-zµ]{1,2}|serving))$/;

/** Reads a unit as laboratories write it: `ng/g`, `(ug/kg)`, `PPB`, `mg_kg`. */
export function readUnit(written: string): Unit | undefined {
  const text = unitOf(
    written.replace(/(?<!\s)\s+\(?(?:w\/w|ww|wet(?: weight)?|as received)\)?$/i, ''),
  );
  if (!UNIT.test(text)) return undefined;
  const power = powers[text];
  if (power !== undefined) return { ok: true, text, power };
  const remedy = 'ask the laboratory for results by weight, such as ng/g or mg/kg';
  return { ok: false, reason: `it is in ${text}, ${NO_SHARE}: ${remedy}` };
}

/** What a cell for a unit says: one that is not known is not passed over. */
export function unitIn(cell: string): Unit | undefined {
  if (cell.trim() === '') return undefined;
  const reason = `it is in ${JSON.stringify(cell.trim())}, ${NO_SHARE} that is known here: write ng/g, µg/kg, or mg/kg`;
  return readUnit(cell) ?? { ok: false, reason };
}

/** The one unit that several places state; a contradiction is none. */
export function agreedUnit(...stated: readonly (Unit | undefined)[]): Unit | undefined {
  const [first, ...others] = stated.filter((unit) => unit !== undefined);
  if (!first?.ok) return first;
  for (const other of others) {
    if (!other.ok) return other;
    if (other.power === first.power) continue;
    const reason = `it is in ${first.text} and in ${other.text} at once, ${NO_SHARE}: state one unit`;
    return { ok: false, reason };
  }
  return first;
}

/** A plain number times a power of ten, digit for digit: `41.5`, 3 is `41500`. */
export function shifted(number: string, power: number): string {
  if (power === 0) return number;
  const [whole = '', part = ''] = number.split('.');
  const digits = `${whole}${part}`;
  const point = whole.length + power;
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const after = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  const tidy = [before.replace(/^0+(?=\d)/, ''), after.replace(/(?<!0)0+$/, '')];
  return tidy[1] === '' ? (tidy[0] ?? '0') : tidy.join('.');
}
