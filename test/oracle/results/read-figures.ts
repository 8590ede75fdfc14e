import { untruths } from './of-one-product.ts';
import {
  isRated,
  levelOf,
  percentOf,
  standOf,
  type Authority,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';
import { isSame, wordOf } from './read-rows.ts';
import type { Refusal } from './sentences.ts';

type Raw = ReadonlyMap<number, RawProduct>;

/** The rows of a table of comma-separated values, by the names of its columns. */
export function csvRows(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
        cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    );
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

/** A row of the table of figures: one family of one product, for somebody, against somebody’s limits. */
export function refusedOfFigure(page: string, row: Record<string, string>, raw: Raw): Refusal[] {
  const product = raw.get(Number(row.product_id));
  const family = row.family as RawFamily;
  if (!product || !isRated(product, family)) return [];
  const person = { kg: Number(row.body_weight), servings: Number(row.servings_per_day) };
  const authority = row.authority as Authority;
  const stands = standOf(product, family, person, authority);
  const refused: Refusal[] = [];
  const refuse = (sentence = '', why = '') =>
    refused.push({
      page,
      product: product.id,
      sentence,
      why: `${row.eater}, ${family}, ${authority}: ${why}`,
    });
  const verdicts = {
    within: 'within',
    'own above': 'above',
    open: 'unseen',
    'sum above': 'above_if_counted',
  };
  const isThing = row.verdict === '' && authority === 'EFSA';
  if (!isThing && stands && row.verdict !== verdicts[stands])
    refuse(row.verdict, `the verdict is ${stands}`);
  if (authority === 'EFSA') {
    const exact = percentOf(product, family, person);
    for (const bound of ['lower', 'estimate', 'upper'] as const) {
      const said = row[`percent_${bound}`];
      const isOpen = bound === 'upper' && exact.upper === Infinity;
      if (isOpen ? row.percent_is_open !== 'true' : !isSame(said, exact[bound]))
        refuse(said, `percent_${bound} is ${exact[bound]}`);
    }
    if (row.level !== levelOf(exact.estimate))
      refuse(row.level, `the level is ${levelOf(exact.estimate)}`);
    if (row.word !== wordOf(exact)) refuse(row.word, `the word is ${wordOf(exact)}`);
  }
  if (row.alone === '' || authority === 'EFSA') {
    for (const why of untruths(row.sentence ?? '', { product, family, person }))
      refuse(row.sentence, why);
  }
  return refused;
}
