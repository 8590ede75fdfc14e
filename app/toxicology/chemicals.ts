import { families, type Abbreviation, type ChemicalFacts } from './families.ts';

export type ChemicalKey = Lowercase<Abbreviation>;

/** The chemicals that every file of the dataset's format has a column for. */
export const datasetChemicals = chemicalsIn('chemicals');

/** How many plastic chemicals each sample is tested for. */
export const TESTED_CHEMICALS = datasetChemicals.length;

/** Known chemicals that a laboratory may report beside those of the dataset. */
export const otherChemicals = chemicalsIn('others');

/** All known chemicals, in the order in which results list them. */
export const chemicals = [...datasetChemicals, ...otherChemicals];

type Chemical = (typeof chemicals)[number];

/** The name a results table is headed with, such as `Bisphenol A (ppb)`; 1 ppb is 1 ng/g. */
export function headerName({ fullName }: Pick<Chemical, 'fullName'>): string {
  return `${fullName} (ppb)`;
}

const byKey = new Map<string, Chemical>(chemicals.map((c) => [c.key, c]));

/** The chemical of a key; every `ChemicalKey` has one. */
export function chemicalOf(key: ChemicalKey): Chemical {
  const chemical = byKey.get(key);
  if (!chemical) throw new Error(`no chemical has the key ${key}`);
  return chemical;
}

/** Whether a text is the key of a known chemical. */
export function isChemicalKey(text: string): text is ChemicalKey {
  return byKey.has(text);
}

/** By `ChemicalFacts`; `factor` is undefined of what is in no sum. */
function chemicalsIn(which: 'chemicals' | 'others') {
  return families.flatMap(({ key: family, category, source: from, [which]: those }) =>
    Object.entries<ChemicalFacts>(those).map(
      ([abbreviation, [fullName, casNumber, factor, source = from]]) => {
        const key = abbreviation.toLowerCase() as ChemicalKey;
        return { key, abbreviation, fullName, family, category, casNumber, factor, source };
      },
    ),
  );
}
