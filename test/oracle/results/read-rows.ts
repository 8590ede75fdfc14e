import { untruths } from './of-one-product.ts';
import {
  isRated,
  levelOf,
  percentOf,
  PERSONS,
  RAW_FAMILIES,
  standOf,
  type Authority,
  type Known,
  type RawFamily,
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
type Row = Record<string, unknown>;

const CANT_TELL = 'Can’t tell';

/** The word for a level: itself where the upper bound lies in it, else that nobody can tell. */
function wordOf({ estimate, upper }: Known): string {
  return levelOf(estimate) === levelOf(upper) ? levelOf(estimate) : CANT_TELL;
}

/** Doubles that are summed in another order differ in their last places. */
function isSame(one: unknown, exact: number): boolean {
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

/** What a page says of itself to others: its description, the text of its picture, and its linked data. */
export function refusedOfMeta(page: string, html: string, product: RawProduct): Refusal[] {
  const unescaped = html
    .replaceAll('&#x27;', '’')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<');
  const texts = [
    ...unescaped.matchAll(
      /<meta (?:name|property)="(description|og:description|twitter:description|og:image:alt|twitter:image:alt)" content="(.*?)"\/>/gs,
    ),
  ];
  const [, description = ''] = texts.find(([, name]) => name === 'description')?.slice(1) ?? [];
  const whom = personIn(description);
  const refused = texts.flatMap(([, name = '', text = '']) =>
    // Beside a picture stands its description, which says for whom.
    refusedOfText(
      `${page} ${name}`,
      product,
      name.endsWith('alt') && !personIn(text) && whom
        ? `${text} For ${description.slice(description.lastIndexOf(';'))}`
        : text,
    ),
  );
  // The text that is sent on, and what its picture says to those who don't see it.
  const [, shared = ''] = /<blockquote[^>]*>(.*?)<\/blockquote>/s.exec(unescaped) ?? [];
  refused.push(
    ...refusedOfText(
      `${page} share text`,
      product,
      shared.replace(/^.*?plastic chemicals\. /s, ''),
    ),
  );
  const [, text = '{}'] =
    /<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const graph = (JSON.parse(text)['@graph'] ?? []) as Row[];
  const dataset = graph.find((one) => one['@type'] === 'Dataset');
  const person = personIn(String(dataset?.description ?? '')) ?? PERSONS.child;
  if (dataset && !isSamePerson(person, ownPerson(product))) {
    refused.push({
      page: `${page} linked data`,
      product: product.id,
      sentence: String(dataset.description),
      why: 'it is judged for somebody else than its report',
    });
  }
  for (const one of (dataset?.variableMeasured ?? []) as Row[]) {
    const [family] = familiesIn(String(one.name));
    if (!family || !isRated(product, family)) continue;
    const exact = percentOf(product, family, person);
    if (
      one.value !== undefined &&
      Math.abs(Number(one.value) - exact.estimate) > 0.001 * exact.estimate
    ) {
      refused.push({
        page: `${page} linked data`,
        product: product.id,
        sentence: JSON.stringify(one),
        why: `${family} is ${exact.estimate}`,
      });
    }
  }
  return refused;
}

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
