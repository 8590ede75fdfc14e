import { chemicals, type ChemicalKey } from '#app/toxicology/chemicals.ts';

/**
 * What laboratories call a chemical beside its abbreviation, its name and its CAS number here, as
 * PubChem lists the synonyms. `DOP` is missing: some mean DEHP by it, and some DNOP.
 */
const synonyms: Readonly<Partial<Record<ChemicalKey, readonly string[]>>> = {
  dehp: ['bis(2-ethylhexyl) phthalate', 'di-2-ethylhexyl phthalate', 'BEHP'],
  dbp: ['di-n-butyl phthalate', 'DnBP'],
  bbp: ['butyl benzyl phthalate', 'benzylbutyl phthalate', 'BBzP'],
  dinp: ['di-isononyl phthalate', '68515-48-0'],
  didp: ['di-isodecyl phthalate', '68515-49-1'],
  dibp: ['di-isobutyl phthalate'],
  dnhp: ['dihexyl phthalate', 'di-n-hexylphthalate', 'DHxP', 'DnHxP'],
  dnop: ['di-n-octylphthalate'],
  bpa: ["4,4'-isopropylidenediphenol"],
  bps: ["4,4'-sulfonyldiphenol"],
  bpf: ["4,4'-methylenediphenol"],
  deht: ['bis(2-ethylhexyl) terephthalate', 'dioctyl terephthalate', 'DOTP'],
  deha: ['bis(2-ethylhexyl) adipate', 'dioctyl adipate', 'DOA'],
  dinch: [
    'diisononyl 1,2-cyclohexanedicarboxylate',
    '1,2-cyclohexanedicarboxylic acid diisononyl ester',
    '474919-59-0',
  ],
  totm: ['trioctyl trimellitate', 'TEHTM'],
};

const CAS = /\b\d{2,7}-\d{2}-\d\b/;

/** By one of its names, or by two: `Bisphenol A (BPA)`. */
const byName = new Map<string, ChemicalKey>(
  chemicals.flatMap(({ key, abbreviation, fullName, casNumber }) => {
    const names = [abbreviation, fullName, casNumber, ...(synonyms[key] ?? [])].map(squashed);
    const pairs = names.flatMap((one) => names.map((other) => one + other));
    return [...names, ...pairs].map((name) => [name, key] as const);
  }),
);

/** What marks a standard that is added to a sample: deuterium, or carbon 13. */
const LABELED = /\bd-?\d{1,2}\b|\b13\s?C\d{0,2}\b/i;

/** Whether a name is of a labeled standard, which laboratories list by the chemical's own number. */
export function isLabeled(name: string): boolean {
  return LABELED.test(name);
}

/**
 * The chemical of a name: short or in full, by CAS number or with it behind, in any case and
 * spelling of hyphens. `contradiction`: its name and its number are not of the same one.
 */
export function chemicalNamed(text: string): ChemicalKey | 'contradiction' | undefined {
  const whole = byName.get(squashed(text));
  const cas = CAS.exec(text)?.[0];
  if (whole || !cas) return whole;
  const rest = text.replace(cas, ' ').replaceAll(/\bcas\b(?:\s*(?:rn|no|number)\b)?/gi, ' ');
  const [named, numbered] = [byName.get(squashed(rest)), byName.get(squashed(cas))];
  if (named && numbered !== named) return 'contradiction';
  return squashed(rest) === '' || named ? numbered : undefined;
}

function squashed(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
