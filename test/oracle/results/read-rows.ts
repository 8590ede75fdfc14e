import { untruths } from './of-one-product.ts';
import {
  isRated,
  levelOf,
  percentOf,
  PERSONS,
  RAW_FAMILIES,
  type Known,
  type RawProduct,
} from './raw-results.ts';
import {
  isSamePerson,
  ownPerson,
  personIn,
  sentencesOf,
  familiesIn,
  type Refusal,
} from './sentences.ts';

type Raw = ReadonlyMap<number, RawProduct>;
/** A row of an answer of the API. */
export type Row = Record<string, unknown>;

const CANT_TELL = 'Can’t tell';

/** The word for a level: itself where the upper bound lies in it, else that nobody can tell. */
export function wordOf({ estimate, upper }: Known): string {
  return levelOf(estimate) === levelOf(upper) ? levelOf(estimate) : CANT_TELL;
}

/** Doubles that are summed in another order differ in their last places. */
export function isSame(one: unknown, exact: number): boolean {
  if (exact === Infinity) return one === null || one === '';
  return one !== null && one !== '' && Math.abs(Number(one) - exact) <= 1e-9 * Math.max(1, exact);
}

/**
 * What a row of the API says that the raw rows don't bear: the child's figures where the specification has
 * them, and word and sentence for whoever the product is for, whom it names.
 */
export function refusedOfRow(page: string, row: Row, raw: Raw): Refusal[] {
  const product = raw.get(Number(row.product_id));
  if (!product) return [];
  const refused: Refusal[] = [];
  const refuse = (sentence: unknown, why: string) =>
    refused.push({ page, product: product.id, sentence: String(sentence), why });
  const own = ownPerson(product);
  const eater = row.eater as { weight_kg?: number; servings?: number } | undefined;
  const named = eater
    ? { kg: Number(eater.weight_kg), servings: Number(eater.servings) }
    : PERSONS.child;
  if (!isSamePerson(named, own))
    refuse(JSON.stringify(eater ?? null), 'it is judged for somebody else than its report');
  for (const family of RAW_FAMILIES) {
    if (!isRated(product, family)) continue;
    const child = percentOf(product, family, PERSONS.child);
    for (const [field, exact] of [
      ['tdi', child.estimate],
      ['lower', child.lower],
      ['upper', child.upper],
    ] as const) {
      const said = row[`${family}_${field}_percent`];
      if (!isSame(said, exact)) refuse(said, `${family}_${field}_percent is ${exact}`);
    }
    const level = row[`${family}_risk`];
    if (level !== levelOf(child.estimate))
      refuse(level, `${family}_risk is ${levelOf(child.estimate)}`);
    const word = row[`${family}_word`];
    const holds = wordOf(percentOf(product, family, own));
    if (word !== holds) refuse(word, `${family}_word is ${holds} for whoever it is for`);
  }
  return [...refused, ...refusedOfText(page, product, String(row.sentence ?? ''))];
}

/** A text about one product, families first, for whom it says, else for the child. */
export function refusedOfText(page: string, product: RawProduct, text: string): Refusal[] {
  const own = ownPerson(product);
  const person = personIn(text) ?? PERSONS.child;
  const refused: Refusal[] = [];
  if (!isSamePerson(person, own) && text !== '') {
    refused.push({
      page,
      product: product.id,
      sentence: text,
      why: 'it is judged for somebody else than its report',
    });
  }
  let about = '';
  let said = '';
  const judge = () => {
    for (const family of familiesIn(about)) {
      for (const why of untruths(said, { product, family, person })) {
        refused.push({ page, product: product.id, sentence: said, why: `${family}: ${why}` });
      }
    }
  };
  for (const sentence of sentencesOf(text)) {
    const [, names, rest = ''] =
      /^(?:Report card of .*?\. )?((?:Phthalates|Bisphenols|Substitutes)(?:(?:, and |, | and )(?:phthalates|bisphenols|substitutes))*): (.*)$/i.exec(
        sentence,
      ) ?? [];
    if (names !== undefined) {
      judge();
      [about, said] = [names, rest];
    } else if (/^(From \d+ sample|For )/.test(sentence)) {
      judge();
      [about, said] = ['', ''];
    } else said += `\n${sentence}`;
  }
  judge();
  return refused;
}
