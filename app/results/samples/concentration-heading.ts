import { chemicals } from '#app/toxicology/chemicals.ts';
import { concentrationColumn, knownColumns, sameUnits } from '#app/results/sample-columns.ts';

type Heading =
  | { readonly ok: true; readonly column: string }
  /** `column`: the one it would be, were it not for its unit. */
  | { readonly ok: false; readonly reason: string; readonly column?: string };

/**
 * The column that a heading means. A concentration may be headed by the chemical's abbreviation or
 * full name and its unit, such as `DEHP_ng_g`, `DEHP (ppb)` or `Bisphenol A [µg/kg]`; any unit but
 * these three is refused, and so is none, because figures are never converted on a guess.
 */
export function readHeading(heading: string): Heading {
  if (knownColumns.has(heading)) return { ok: true, column: heading };
  const shown = `the column ${JSON.stringify(heading)}`;
  const named = names.find(
    ({ name }) => heading.startsWith(name) && /^(?:$|[\s_([])/.test(heading.slice(name.length)),
  );
  if (!named) return { ok: false, reason: `${shown} is unknown` };
  const { column } = named;
  const unit = unitOf(heading.slice(named.name.length));
  if (sameUnits.includes(unit)) return { ok: true, column };
  if (unit === '') return { ok: false, reason: `${shown} does not say its unit`, column };
  if (!looksLikeUnit(unit)) return { ok: false, reason: `${shown} is unknown` };
  return { ok: false, reason: `${shown} ${wrongUnit(unit)}`, column };
}

/** Why a concentration in this unit is refused, after what is in it. */
export function wrongUnit(unit: string): string {
  return `is in ${unit}: only ng/g, ppb and µg/kg are taken, which are the same`;
}

/** A unit as it compares: `UG_KG`, `ug/kg` and `(µg/kg)` are `µg/kg`. */
export function unitOf(text: string): string {
  return text
    .replaceAll(/[\s()[\]]/g, '')
    .replace(/^_+/, '')
    .replaceAll('_', '/')
    .toLowerCase()
    .replaceAll('\u03BC', 'µ')
    .replace(/^ug\//, 'µg/');
}

function looksLikeUnit(unit: string): boolean {
  return /^(?:%|pp[a-z]|[a-zµ]{1,3}\/[a-z0-9]+)$/.test(unit);
}

/** The longer names first: BPAF is not BPA. */
const names = chemicals
  .flatMap(({ key, abbreviation, fullName }) =>
    [abbreviation, fullName].map((name) => ({ name, column: concentrationColumn(key) })),
  )
  .toSorted((a, b) => b.name.length - a.name.length);
