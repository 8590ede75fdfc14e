import { percentOf, type Person, type RawProduct } from './raw-results.ts';
import { untruths } from './of-one-product.ts';
import {
  familiesIn,
  isNear,
  isSamePerson,
  ownPerson,
  percentIn,
  personIn,
  sentencesOf,
  tableRows,
  type ReadPage,
  type Refusal,
} from './sentences.ts';

type Raw = ReadonlyMap<number, RawProduct>;

/** Where a line of a page stands: what it is about, and for whom. */
interface Place {
  page: string;
  product: RawProduct | undefined;
  person: Person;
  /** Whether somebody is named as who eats. */
  isSaid: boolean;
}

const LINE_OF_FAMILIES =
  /^(?:- )?((?:Phthalates|Bisphenols|Substitutes)(?:(?:, and |, | and )(?:phthalates|bisphenols|substitutes))*): /i;

/**
 * What a page says of single products that the raw rows don't bear: in verdicts, tiles, rows of lists, and
 * evidence. A report may be asked for somebody else (`asked`); everywhere else, and where nobody asked,
 * a product is judged for its own person, and whoever is not the child is named.
 */
export function refusedOfOne({ path, text }: ReadPage, raw: Raw): Refusal[] {
  const [, own] = /^\/plasticlist\/(\d+)\.md/.exec(path) ?? [];
  const isAsked = /[?&]weight=/.test(path);
  const refused: Refusal[] = [];
  const place: Place = {
    page: path,
    product: own ? raw.get(Number(own)) : undefined,
    person: { kg: 14, servings: 1 },
    isSaid: false,
  };
  const [front = '', evidence = ''] = text.split(/^## Evidence$/m);
  const opening = own
    ? personIn(
        front.split('\n').find((line) => /\(\d[\d.]*\skg\)/.test(line) && /serving/i.test(line)) ??
          '',
      )
    : null;
  if (own && opening) Object.assign(place, { person: opening, isSaid: true });
  if (own && place.product && !isAsked && !isSamePerson(place.person, ownPerson(place.product)))
    refused.push({
      page: path,
      product: place.product.id,
      sentence: '',
      why: 'its report opens with somebody else',
    });
  for (const line of front.split('\n')) {
    const [, id] = /^(?:- )?#+ .*\/plasticlist\/(\d+)(?:\?[^)]*)?\)/.exec(line) ?? [];
    if (id !== undefined)
      Object.assign(place, {
        product: raw.get(Number(id)),
        person: { kg: 14, servings: 1 },
        isSaid: false,
      });
    else if (/^#+ /.test(line) && !own) place.product = undefined;
    if (/^## (How the samples|Among all|Samples)/.test(line)) break;
    if (place.product) refused.push(...ofLine(line.trim(), place, own !== undefined));
  }
  return [...refused, ...ofTiles(front, place), ...ofEvidence(path, evidence, raw)];
}

/** Of paragraphs that name families first: `Bisphenols: none found, within … . Substitutes: low.` */
function ofLine(line: string, place: Place, isReport: boolean): Refusal[] {
  if (line.startsWith('|')) return [];
  const refused: Refusal[] = [];
  let about: string | null = null;
  const { person: before } = place;
  for (const sentence of sentencesOf(line)) {
    if (/^(For|Lists show .* for) an? (baby|child|adult|person)\b/.test(sentence)) {
      Object.assign(place, { person: personIn(sentence) ?? place.person, isSaid: true });
    }
    const [head = '', names = ''] = LINE_OF_FAMILIES.exec(`${sentence} `) ?? [];
    if (head) about = names;
    if (about === null || !place.product) continue;
    if (head && !isReport && !isSamePerson(place.person, ownPerson(place.product))) {
      refused.push(refusal(place, sentence, 'it is judged for somebody else than its report'));
    }
    for (const family of familiesIn(about)) {
      const { product, person } = place;
      const found = untruths(sentence.replace(LINE_OF_FAMILIES, ''), { product, family, person });
      refused.push(...found.map((why) => refusal(place, sentence, `${family}: ${why}`)));
    }
  }
  if (isReport) place.person = before;
  return refused;
}

/** The rows of a report's tiles, cell by cell. */
function ofTiles(front: string, place: Place): Refusal[] {
  const { product, person } = place;
  if (!product || !/^\/plasticlist\/\d+\.md/.test(place.page)) return [];
  return tableRows(front.split(/^## /m)[0] ?? '').flatMap(([name = '', ...cells]) =>
    familiesIn(name).flatMap((family) =>
      untruths(cells.join('<br>'), { product, family, person }).map((why) =>
        refusal(place, cells.join(' | '), `${family}: ${why}`),
      ),
    ),
  );
}

/** What an answer rests on: for whom, and three figures for each family. */
function ofEvidence(page: string, evidence: string, raw: Raw): Refusal[] {
  const refused: Refusal[] = [];
  const isAsked = /[?&]weight=/.test(page);
  let person = personIn(evidence.trim().split('\n')[0] ?? '');
  for (const part of evidence.split(/^### /m).slice(1)) {
    const [name = ''] = part.split('\n');
    const product = [...raw.values()].find((one) => one.name === name.replaceAll('\\', ''));
    if (!product) continue;
    const place = { page, product, person: person!, isSaid: true };
    const own = personIn(
      part.split('\n').find((line) => !line.startsWith('|') && /\(\d[\d.]*\skg\)/.test(line)) ?? '',
    );
    if (own) place.person = own;
    if (!place.person) refused.push(refusal(place, name, 'the evidence says nobody who eats'));
    else if (!isAsked && !isSamePerson(place.person, ownPerson(product)))
      refused.push(refusal(place, name, 'the evidence is for somebody else than its report'));
    for (const [label = '', , ...figures] of tableRows(part)) {
      for (const family of familiesIn(label)) {
        const { estimate, lower, upper } = percentOf(product, family, place.person);
        for (const [at, exact] of [estimate, lower, upper].entries()) {
          const printed = percentIn(figures[at] ?? '');
          if (printed !== null && !isNear(printed, exact)) {
            refused.push(
              refusal(place, figures.join(' | '), `${family}: it is ${exact.toPrecision(3)}%`),
            );
          }
        }
      }
    }
    person ??= place.person;
  }
  return refused;
}

function refusal({ page, product }: Place, sentence: string, why: string): Refusal {
  return { page, product: product?.id ?? 0, sentence, why };
}
