import type { ChemicalKey } from './chemicals.ts';
import type { Family } from './families.ts';

/** Whoever has set limits: those of the EFSA and the EPA can be switched between for percents. */
export const authorities = ['EFSA', 'BfR', 'EPA'] as const;
export type Authority = (typeof authorities)[number];

/** A family's sum is held against one limit; `potency.ts` says what goes into it. */
export type LimitSubject = ChemicalKey | Family;

export type Citation = {
  readonly title: string;
  /** Number within its series; null where the document has none. */
  readonly number: string | null;
  /** A DOI or the authority's own page; null where we know no stable address. */
  readonly url: string | null;
};

/** A daily intake that an authority holds to be tolerable over a lifetime. */
export type IntakeLimit = {
  readonly subject: LimitSubject;
  /** The list this limit belongs to; `setBy` says whose value it really is. */
  readonly authority: Authority;
  readonly kind: 'TDI' | 'RfD';
  /** Nanograms per kilogram of body weight per day. */
  readonly limitNgPerKgDay: number;
  readonly setBy: string;
  /** Year of the document cited. */
  readonly year: number;
  readonly citation: Citation;
  /** What a reader must know beyond the citation, or null. */
  readonly note: string | null;
};

const phthalates2019: Citation = {
  title:
    'Update of the risk assessment of di-butylphthalate (DBP), butyl-benzyl-phthalate (BBP), ' +
    'bis(2-ethylhexyl)phthalate (DEHP), di-isononylphthalate (DINP) and di-isodecylphthalate ' +
    '(DIDP) for use in food contact materials',
  number: 'EFSA Journal 2019;17(12):5838',
  url: 'https://doi.org/10.2903/j.efsa.2019.5838',
};

const bisphenolA2023: Citation = {
  title:
    'Re-evaluation of the risks to public health related to the presence of bisphenol A (BPA) ' +
    'in foodstuffs',
  number: 'EFSA Journal 2023;21(4):6857',
  url: 'https://doi.org/10.2903/j.efsa.2023.6857',
};

const foodContact2008: Citation = {
  title:
    'Opinion of the AFC Panel on a request related to an 18th list of substances for food ' +
    'contact materials',
  number: 'The EFSA Journal (2008) 628-633',
  url: null,
};

const foodContact2006: Citation = {
  title:
    'Opinion of the AFC Panel on a request related to a 12th list of substances for food ' +
    'contact materials',
  number: 'The EFSA Journal (2006) 395-401',
  url: null,
};

const plastics2011: Citation = {
  title:
    'Commission Regulation (EU) No 10/2011 on plastic materials and articles intended to come ' +
    'into contact with food, Annex I: bis(2-ethylhexyl) adipate',
  number: '10/2011',
  url: 'https://eur-lex.europa.eu/eli/reg/2011/10/oj',
};

const contested = 'Contested by the German BfR and the European Medicines Agency.';
const temporary = 'Temporary, as EFSA calls all values of this opinion.';
const partOfGroup = `${temporary} The opinion also sets a limit for the group.`;

/** Every limit in use. */
export const limits: readonly IntakeLimit[] = [
  efsa('dehp', 50_000, 2019, phthalates2019, partOfGroup),
  efsa('dbp', 10_000, 2019, phthalates2019, partOfGroup),
  efsa('bbp', 500_000, 2019, phthalates2019, partOfGroup),
  efsa('dinp', 150_000, 2019, phthalates2019, partOfGroup),
  efsa('didp', 150_000, 2019, phthalates2019, temporary),
  efsa('bpa', 0.2, 2023, bisphenolA2023, contested),
  efsa('deht', 1_000_000, 2008, foodContact2008, null),
  {
    ...efsa('deha', 300_000, 2011, plastics2011, null),
    setBy: 'Scientific Committee on Food (before EFSA)',
    note:
      'The regulation writes it as a migration limit of 18 mg per kg of food: 0.3 mg/kg of body ' +
      'weight for a person weighing 60 kg who eats 1 kg of such food a day.',
  },
  efsa('dinch', 1_000_000, 2006, foodContact2006, null),
  efsa(
    'phthalates',
    50_000,
    2019,
    phthalates2019,
    `${temporary} Group limit for DEHP, DBP, BBP and DINP, expressed as DEHP.`,
  ),
  {
    ...efsa('substitutes', 1_000_000, 2008, foodContact2008, null),
    setBy: 'This site, from the value for DEHT alone',
    note: 'A convention, not a group limit of EFSA: the other substitutes are read as DEHT.',
  },
  {
    ...efsa('bisphenols', 0.2, 2023, bisphenolA2023, null),
    setBy: 'This site, from the value for BPA alone',
    note: `Read-across: EFSA set this value for BPA; here BPA, BPS and BPF are summed against it. ${contested}`,
  },
  {
    subject: 'bpa',
    authority: 'BfR',
    kind: 'TDI',
    limitNgPerKgDay: 200,
    setBy: 'German Federal Institute for Risk Assessment',
    year: 2023,
    citation: {
      title: 'Bisphenol A: BfR proposes health-based guidance value',
      number: 'BfR Opinion No 018/2023',
      url: null,
    },
    note: 'Set on the day of EFSA’s opinion, whose reasons for a lower value the BfR does not share.',
  },
  epa('dehp', 20_000, 1987, 'Di(2-ethylhexyl)phthalate (DEHP)', 14),
  epa(
    'dbp',
    100_000,
    1987,
    'Dibutyl phthalate',
    38,
    'First on line in 1987; text last revised in 1990.',
  ),
  epa('bbp', 200_000, 1989, 'Butyl benzyl phthalate', 293),
  epa('dep', 800_000, 1987, 'Diethyl phthalate', 226),
  epa('bpa', 50_000, 1988, 'Bisphenol A', 356, 'First on line in 1988; text last revised in 1993.'),
  epa('deha', 600_000, 1992, 'Di(2-ethylhexyl)adipate', 420),
];

/** The limit that an authority has for a chemical or group, or null where none is set. */
export function limitFor(subject: LimitSubject, authority: Authority): IntakeLimit | null {
  return limits.find((l) => l.subject === subject && l.authority === authority) ?? null;
}

function efsa(
  subject: LimitSubject,
  limitNgPerKgDay: number,
  year: number,
  citation: Citation,
  note: string | null,
): IntakeLimit {
  const setBy = 'European Food Safety Authority';
  return { authority: 'EFSA', kind: 'TDI', setBy, subject, limitNgPerKgDay, year, citation, note };
}

function epa(
  subject: ChemicalKey,
  limitNgPerKgDay: number,
  year: number,
  name: string,
  irisNumber: number,
  note: string | null = null,
): IntakeLimit {
  const citation = {
    title: `Integrated Risk Information System (IRIS): ${name}, oral reference dose`,
    number: `IRIS ${String(irisNumber).padStart(4, '0')}`,
    url: `https://iris.epa.gov/ChemicalLanding/&substance_nmbr=${irisNumber}`,
  };
  const setBy = 'U.S. Environmental Protection Agency';
  return { authority: 'EPA', kind: 'RfD', setBy, subject, limitNgPerKgDay, year, citation, note };
}
