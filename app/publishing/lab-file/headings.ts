import { knownColumns, type ProvenanceColumn } from '#app/results/sample-columns.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import { chemicalNamed } from './chemical-names.ts';
import { readUnit, type Unit } from './units.ts';

/** What a column or a line says of its chemical. */
export type ColumnPart = 'result' | 'limit' | 'flag' | 'detect' | 'unit' | 'limit-unit';

/** What a column of a laboratory's file holds. */
export type Meaning =
  | {
      readonly is: 'chemical';
      readonly key: ChemicalKey;
      readonly part: ColumnPart;
      readonly unit?: Unit;
    }
  /** Of the chemical that its line, or the heading above, names. */
  | { readonly is: 'part'; readonly part: ColumnPart; readonly unit?: Unit }
  | { readonly is: 'analyte' }
  | { readonly is: 'cas' }
  | { readonly is: 'sample'; readonly rank: number }
  | { readonly is: 'type' }
  | { readonly is: 'method' }
  | { readonly is: 'fact'; readonly column: FactColumn }
  | { readonly is: 'contradiction' }
  | { readonly is: 'unknown' };

/** A column of the site's own format that a laboratory may fill, under other names too. */
export type FactColumn = ProvenanceColumn | 'product_id' | 'product' | 'serving_size_g';

const words: readonly (readonly [RegExp, Meaning])[] = [
  // What the client wrote on the package comes before the laboratory's own number.
  [
    /^(client|customer|field|your|external)( sample)?( id| no| number| name| ref(erence)?)?$/,
    { is: 'sample', rank: 0 },
  ],
  [/^sys sample code$/, { is: 'sample', rank: 0 }],
  [
    /^(id|sample( id| no| number| code| name| ref(erence)?)?|sampleid|specimen( id)?)$/,
    { is: 'sample', rank: 1 },
  ],
  [
    /^(lab(oratory)?|lims)( sample)?( id| no| number| code| ref(erence)?)$/,
    { is: 'sample', rank: 2 },
  ],
  [/^((lab )?(sample|qc) type|type|sample type code|qc)$/, { is: 'type' }],
  [/^(analyte|chemical|compound|parameter|component|substance)( name)?$/, { is: 'analyte' }],
  [/^(cas|casrn|cas rn|cas no|cas number|cas registry number)$/, { is: 'cas' }],
  [
    /^((final |test |reported )?(result|conc|concentration|value)( value)?|amount|found)$/,
    { is: 'part', part: 'result' },
  ],
  [
    /^(loq|lloq|rl|mrl|pql|lor|reporting limit|limit of quantif?ication|limit of quantitation|quantitation limit|reporting detection limit|report(ing)? limit)$/,
    { is: 'part', part: 'limit' },
  ],
  [
    /^((lab )?(qual(ifier)?|flag|remark)s?|q|data qualifiers?|lab qualifiers?)$/,
    { is: 'part', part: 'flag' },
  ],
  [/^detect(ed)?( flag)?$/, { is: 'part', part: 'detect' }],
  [/^((result |reporting )?units?)$/, { is: 'part', part: 'unit' }],
  [
    /^(((reporting|detection|quantitation|method detection|reporting detection) )?limit|rl|mrl|mdl|pql|loq|lod) units?$/,
    { is: 'part', part: 'limit-unit' },
  ],
  [/^((analysis|analytical|test|lab) )?method( name| no| code)?$/, { is: 'method' }],
  [/^(lot|lot no|lot number|lot code|lot id)$/, { is: 'fact', column: 'lot_no' }],
  [
    /^((date )?(collected|sampled|purchased|bought)( on)?|(collection|sampling|sample|purchase) date|date of (collection|sampling|purchase))$/,
    { is: 'fact', column: 'collected_on' },
  ],
  [
    /^((date )?received( on| at lab)?|(receipt|received) date|date of receipt|arrived at lab on)$/,
    { is: 'fact', column: 'arrived_at_lab_on' },
  ],
  [
    /^(shop|store|place of purchase|collected at|purchased at)$/,
    { is: 'fact', column: 'collected_at' },
  ],
  [
    /^(best before|expiry( date)?|expiration date|use by)$/,
    { is: 'fact', column: 'expiration_date' },
  ],
  [
    /^(production date|date of manufacture|manufactur(ed|ing date))$/,
    { is: 'fact', column: 'manufacturing_date' },
  ],
  [/^(product code|product id|product number)$/, { is: 'fact', column: 'product_id' }],
  [/^(laboratory|lab|lab name|testing laboratory)$/, { is: 'fact', column: 'laboratory' }],
  [
    /^(accreditation|accreditation no|accreditation number|accredited)$/,
    { is: 'fact', column: 'accreditation' },
  ],
];

/** A detection limit says less than a reporting limit: it counts where no other stands. */
const DETECTION = /^(lod|mdl|dl|detection limit|method detection limit|limit of detection)$/;

/** The meaning of a heading as laboratories write it; its line may hold a chemical, a unit, a part. */
export function readLabHeading(heading: string): Meaning {
  const text = heading.trim();
  if (text === '') return { is: 'unknown' };
  const plain = wordsOf(text);
  for (const [pattern, meaning] of words) if (pattern.test(plain)) return meaning;
  if (knownColumns.has(text) && !text.endsWith('_ng_g')) {
    return { is: 'fact', column: text as FactColumn };
  }
  return readConcentration(text);
}

function readConcentration(text: string): Meaning {
  const { rest, unit } = withoutUnit(text);
  const { name, part } = withoutPart(rest);
  const shared = { part: part ?? 'result', ...(unit ? { unit } : {}) } as const;
  const key = chemicalNamed(name) ?? chemicalNamed(rest);
  if (key === 'contradiction') return { is: 'contradiction' };
  if (key) return { is: 'chemical', key, ...shared };
  const own = words.find(([pattern]) => pattern.test(wordsOf(rest)))?.[1];
  if (own?.is === 'part' && unit) return { is: 'part', part: own.part, unit };
  if (DETECTION.test(wordsOf(rest)))
    return { is: 'part', part: 'limit', ...(unit ? { unit } : {}) };
  return { is: 'unknown' };
}

/** Whether a limit is one of detection. */
export function isDetectionLimit(heading: string): boolean {
  const words = wordsOf(withoutUnit(heading).rest);
  return DETECTION.test(words) || /\b(lod|mdl|detection limit)$/.test(words);
}

/*
 * A run of signs is looked at from where it begins alone, in the patterns below: one that was looked
 * at from each of its signs took minutes where it is long.
 */

/** `DEHP (µg/kg)` is DEHP and its unit. */
export function withoutUnit(text: string): { rest: string; unit?: Unit } {
  for (const { 0: whole, 1: inside = '', index } of text.matchAll(/[([]([^()[\]]{1,12})[)\]]/g)) {
    const unit = readUnit(inside);
    if (!unit) continue;
    return { rest: `${text.slice(0, index)} ${text.slice(index + whole.length)}`.trim(), unit };
  }
  const ending =
    /(?<![\s_,;|-])[\s_,;|-]+((?:ng|µg|\u03BCg|ug|mcg|mg|pg|g)[/_ ](?:kg|mg|ml|g|l)|pp[bmt]|%)$/i.exec(
      text,
    );
  if (!ending) return { rest: text };
  const unit = readUnit((ending[1] ?? '').replace(/[_ ]/, '/'));
  return unit ? { rest: text.slice(0, ending.index), unit } : { rest: text };
}

const PARTS: readonly (readonly [RegExp, ColumnPart])[] = [
  [/(?<![\s_|:-])[\s_|:-]+(result|conc\.?|concentration|value|amount)$/i, 'result'],
  [
    /(?<![\s_|:-])[\s_|:-]+(loq|lod|mdl|mrl|rl|pql|lor|dl|reporting limit|detection limit)$/i,
    'limit',
  ],
  [/(?<![\s_|:-])[\s_|:-]+(qualifiers?|qual\.?|flags?|q)$/i, 'flag'],
  [/(?<![\s_|:-])[\s_|:-]+(units?)$/i, 'unit'],
];

function withoutPart(text: string): { name: string; part?: ColumnPart } {
  for (const [pattern, part] of PARTS) {
    if (pattern.test(text)) return { name: text.replace(pattern, ''), part };
  }
  return { name: text };
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
