const efsa2019 = 'EFSA 2019, https://doi.org/10.2903/j.efsa.2019.5838';

/** A chemical's full name, its CAS registry number, and its weight in the family's sum, if any. */
export type ChemicalFacts = readonly [
  fullName: string,
  casNumber: string,
  /** Nanograms of the chemical that the sum is expressed as, per nanogram of this one. */
  factor?: number,
  /** Where the weight is from, where that is not the family's `source`. */
  source?: string,
];

/** Chemicals by their abbreviation, which heads a laboratory's column: `DEHP_ng_g`. */
type Chemicals = Readonly<Record<string, ChemicalFacts>>;

interface FamilyFacts {
  /** Begins the API's field names, such as `phthalates_risk`, and is stored with a rating. */
  readonly key: string;
  /** On tiles and sort buttons. */
  readonly name: string;
  /** Heads its chemicals in a table. */
  readonly category: string;
  /** Within the sentence that lists all of them: `TESTED_FOR`. */
  readonly inSentence: string;
  /** What it is, after its name. */
  readonly about: string;
  /**
   * What it is and does, for those who never heard of it. Each sentence sums up the profiles of its
   * chemicals, which name their sources.
   */
  readonly profile: string;
  /** Before “limit” in sentences: whose it is, and of which chemical where one’s stands for all. */
  readonly whoseLimit: string;
  /** What it is rated by: its chemicals added up, weighed, and held against one limit. */
  readonly sum: string;
  readonly source: string;
  /** What every test measures, in the order in which results list it and sums add it. */
  readonly chemicals: Chemicals;
  /** What some laboratories report as well, and files need no column of. */
  readonly others: Chemicals;
}

/**
 * The families that results are grouped and rated by, in the order in which they stand everywhere.
 * Everything that lists, rates, draws, stores or answers families is made from this; their limits
 * are in `limits.ts`, what is said of each chemical in `content/chemicals`.
 */
export const families = [
  {
    key: 'phthalates',
    name: 'Phthalates',
    category: 'Phthalates',
    inSentence: 'phthalates',
    about: 'which make plastic soft',
    profile:
      'Softeners that make vinyl and other plastics flexible. They are not bound to the plastic, so they slowly pass into food, especially fatty food. In male rats, several of them lower testosterone before birth.',
    whoseLimit: 'the European',
    sum: 'Phthalates as DEHP',
    source: efsa2019,
    chemicals: {
      DEHP: ['Di(2-ethylhexyl) phthalate', '117-81-7', 1],
      DBP: ['Dibutyl phthalate', '84-74-2', 5],
      BBP: ['Benzyl butyl phthalate', '85-68-7', 0.1],
      DINP: ['Diisononyl phthalate', '28553-12-0', 0.3],
      DIDP: ['Diisodecyl phthalate', '26761-40-0'],
      DEP: ['Diethyl phthalate', '84-66-2'],
      DMP: ['Dimethyl phthalate', '131-11-3'],
      DIBP: ['Diisobutyl phthalate', '84-69-5'],
      DNHP: ['Di-n-hexyl phthalate', '84-75-3'],
      DCHP: ['Dicyclohexyl phthalate', '84-61-7'],
      DNOP: ['Di-n-octyl phthalate', '117-84-0'],
    },
    others: {},
  },
  {
    key: 'bisphenols',
    name: 'Bisphenols',
    category: 'Bisphenols',
    inSentence: 'bisphenols',
    about: 'from hard plastic, the inside of cans and receipt paper',
    profile:
      'Building blocks of hard clear plastic and can linings, and developers of the print on receipts. They can act like hormones. At very small doses, BPA changed the immune cells of mice; authorities disagree about what that means for people.',
    whoseLimit: 'the European BPA',
    sum: 'Bisphenols as BPA',
    source: 'read-across: counted as BPA, weight for weight',
    chemicals: {
      BPA: ['Bisphenol A', '80-05-7', 1],
      BPS: ['Bisphenol S', '80-09-1', 1],
      BPF: ['Bisphenol F', '620-92-8', 1],
    },
    others: { BPAF: ['Bisphenol AF', '1478-61-1'] },
  },
  {
    key: 'substitutes',
    name: 'Substitutes',
    category: 'Phthalate Substitutes',
    inSentence: 'their substitutes',
    about: 'which take the place of phthalates and are less well known',
    profile:
      'Softeners used in place of phthalates, in wraps, cap liners, tubing, and vinyl gloves. Animals showed effects only at high doses, but they have not been studied for as long, and no authority has set a limit for several of them together.',
    whoseLimit: 'the European DEHT',
    sum: 'Substitutes as DEHT',
    source: 'the limit of DEHT over the limit of this chemical',
    chemicals: {
      DEHT: ['Di(2-ethylhexyl) terephthalate', '6422-86-2', 1],
      DEHA: ['Di(2-ethylhexyl) adipate', '103-23-1', 3.33],
      DINCH: ['Diisononyl cyclohexane-1,2-dicarboxylate', '166412-78-8', 1],
      DIDA: [
        'Diisodecyl adipate',
        '27178-16-1',
        0,
        'no authority has set a limit, so there is nothing to weigh it by',
      ],
    },
    others: { TOTM: ['Tris(2-ethylhexyl) trimellitate', '3319-31-1'] },
  },
] as const satisfies readonly FamilyFacts[];

type FamilyRecord = (typeof families)[number];
export type Family = FamilyRecord['key'];
/** As a results table heads it. */
export type Category = FamilyRecord['category'];
type KeysOf<T> = T extends unknown ? keyof T & string : never;
export type Abbreviation = KeysOf<FamilyRecord['chemicals'] | FamilyRecord['others']>;

/** The record of a family. */
export function familyOf(key: Family): FamilyRecord {
  const family = families.find((one) => one.key === key);
  if (!family) throw new Error(`no family has the key ${key}`);
  return family;
}

/** Something of each family, in their order. */
export function byFamily<T>(make: (family: Family) => T): Record<Family, T> {
  return Object.fromEntries(families.map(({ key }) => [key, make(key)])) as Record<Family, T>;
}
