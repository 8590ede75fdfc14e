/** The three families that results are grouped and rated by (spec §3). */
export type Category = 'Phthalates' | 'Bisphenols' | 'Phthalate Substitutes';

type Chemical = {
  readonly key: string;
  /** As the laboratory heads its columns: `DEHP_ng_g`. */
  readonly abbreviation: string;
  readonly fullName: string;
  readonly category: Category;
  /** Chemical Abstracts Service registry number. */
  readonly casNumber: string;
};

/**
 * The twenty known chemicals, in the order in which results list them: the eighteen that
 * PlasticList measured, then BPAF and TOTM, which no authority has set a limit for.
 */
export const chemicals = [
  phthalate('dehp', 'DEHP', 'Di(2-ethylhexyl) phthalate', '117-81-7'),
  phthalate('dbp', 'DBP', 'Dibutyl phthalate', '84-74-2'),
  phthalate('bbp', 'BBP', 'Benzyl butyl phthalate', '85-68-7'),
  phthalate('dinp', 'DINP', 'Diisononyl phthalate', '28553-12-0'),
  phthalate('didp', 'DIDP', 'Diisodecyl phthalate', '26761-40-0'),
  phthalate('dep', 'DEP', 'Diethyl phthalate', '84-66-2'),
  phthalate('dmp', 'DMP', 'Dimethyl phthalate', '131-11-3'),
  phthalate('dibp', 'DIBP', 'Diisobutyl phthalate', '84-69-5'),
  phthalate('dnhp', 'DNHP', 'Di-n-hexyl phthalate', '84-75-3'),
  phthalate('dchp', 'DCHP', 'Dicyclohexyl phthalate', '84-61-7'),
  phthalate('dnop', 'DNOP', 'Di-n-octyl phthalate', '117-84-0'),
  bisphenol('bpa', 'BPA', 'Bisphenol A', '80-05-7'),
  bisphenol('bps', 'BPS', 'Bisphenol S', '80-09-1'),
  bisphenol('bpf', 'BPF', 'Bisphenol F', '620-92-8'),
  substitute('deht', 'DEHT', 'Di(2-ethylhexyl) terephthalate', '6422-86-2'),
  substitute('deha', 'DEHA', 'Di(2-ethylhexyl) adipate', '103-23-1'),
  substitute('dinch', 'DINCH', 'Diisononyl cyclohexane-1,2-dicarboxylate', '166412-78-8'),
  substitute('dida', 'DIDA', 'Diisodecyl adipate', '27178-16-1'),
  bisphenol('bpaf', 'BPAF', 'Bisphenol AF', '1478-61-1'),
  substitute('totm', 'TOTM', 'Tris(2-ethylhexyl) trimellitate', '3319-31-1'),
] as const;

export type ChemicalKey = (typeof chemicals)[number]['key'];

/** The name a results table is headed with, such as `Bisphenol A (ppb)`; 1 ppb is 1 ng/g. */
export function headerName(chemical: Chemical): string {
  return `${chemical.fullName} (ppb)`;
}

const byKey = new Map<string, (typeof chemicals)[number]>(chemicals.map((c) => [c.key, c]));

/** The chemical of a key; every `ChemicalKey` has one. */
export function chemicalOf(key: ChemicalKey): (typeof chemicals)[number] {
  const chemical = byKey.get(key);
  if (!chemical) throw new Error(`no chemical has the key ${key}`);
  return chemical;
}

/** Whether a text is the key of a known chemical. */
export function isChemicalKey(text: string): text is ChemicalKey {
  return byKey.has(text);
}

function phthalate<K extends string>(key: K, abbreviation: string, name: string, cas: string) {
  return chemical(key, abbreviation, name, 'Phthalates', cas);
}

function bisphenol<K extends string>(key: K, abbreviation: string, name: string, cas: string) {
  return chemical(key, abbreviation, name, 'Bisphenols', cas);
}

function substitute<K extends string>(key: K, abbreviation: string, name: string, cas: string) {
  return chemical(key, abbreviation, name, 'Phthalate Substitutes', cas);
}

function chemical<K extends string, C extends Category>(
  key: K,
  abbreviation: string,
  fullName: string,
  category: C,
  casNumber: string,
) {
  return { key, abbreviation, fullName, category, casNumber };
}
