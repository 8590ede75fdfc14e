import { untruths } from './of-one-product.ts';
import {
  levelOf,
  percentOf,
  PERSONS,
  samplePercents,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';
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

/** What was read of a page: how many texts about a family of a product, and which are refused. */
export interface Read {
  said: number;
  refused: Refusal[];
}

/** Where a line of a page stands: which product it is about, and who eats. */
interface Place {
  page: string;
  isReport: boolean;
  product: RawProduct | undefined;
  person: Person;
  /** Whom a page names for all that it lists; of a kind's page, above its parts. */
  all: Person;
  /** Named by the line above a heading, of what comes below it. */
  next: Person | null;
  /** Of a report, the families that a part is about. */
  part: RawFamily[];
}

const FAMILIES = 'Phthalates|Bisphenols|Substitutes';
const LINE_OF_FAMILIES = new RegExp(
  `^((?:${FAMILIES})(?:(?:, and |, | and )(?:${FAMILIES}))*): `,
  'i',
);
const WHOM = /\b(?:For|Lists show .* for|, for) an? (?:baby|child|adult|person)\b/;

/**
 * What a page says of single products: verdicts, tiles, workings, rows of lists, evidence. A report may be
 * asked for somebody else; everywhere else, and where nobody asked, a product is judged for its own
 * person, and whoever is not the child is named.
 */
export function readOfOne({ path, text }: ReadPage, raw: Raw): Read {
  const [, own] = /^\/plasticlist\/(\d+)\.md/.exec(path) ?? [];
  const read: Read = { said: 0, refused: [] };
  const [front = '', evidence = ''] = text.split(/^## Evidence$/m);
  const place: Place = {
    page: path,
    isReport: own !== undefined,
    product: own ? raw.get(Number(own)) : undefined,
    person: PERSONS.child,
    all: personOfKind(path, front) ?? PERSONS.child,
    next: null,
    part: [],
  };
  if (place.product) {
    const opening = front
      .split('\n')
      .find((line) => /\(\d[\d.]*\skg\)/.test(line) && /serving/i.test(line));
    place.person = personIn(opening ?? '') ?? PERSONS.child;
    if (!isAsked(path)) expectOwn(read, place, opening ?? '');
    ofTiles(front, place, read);
  }
  for (const line of front.split('\n').map((one) => one.trim())) {
    if (place.isReport && /^## (Among all|Samples)/.test(line)) break;
    if (/^(- )?#+ /.test(line)) ofHeading(line, place, raw);
    else if (line.startsWith('|')) ofSampleRow(line, place, read);
    else if (place.product) ofLine(line, place, read);
    if (!place.isReport && WHOM.test(line) && /^- No\./.test(line)) place.next = personIn(line);
  }
  ofEvidence(path, evidence, raw, read);
  return read;
}

const isAsked = (path: string) => /[?&]weight=/.test(path);

/** `For six servings a day, for a baby of 11 lb (5 kg).`: whom the ticks of a kind's rows are for. */
function personOfKind(path: string, front: string): Person | null {
  const [above = ''] = front.split(/^## /m);
  const whom = above.split('\n').find((line) => /^For .*\(\d[\d.]*\skg\)/.test(line));
  return whom && path.startsWith('/plasticlist/kinds/') ? personIn(whom) : null;
}

function ofHeading(line: string, place: Place, raw: Raw): void {
  if (place.isReport) {
    place.part = /^###? (?:Phthalates|Bisphenols|Substitutes)$/.test(line) ? familiesIn(line) : [];
    return;
  }
  const [, id] = /\/plasticlist\/(\d+)(?:\?[^)]*)?\)/.exec(line) ?? [];
  place.product = id === undefined ? undefined : raw.get(Number(id));
  place.person = place.next ?? place.all;
  place.next = null;
}

/** Of paragraphs that name families first: `Bisphenols: none found, within … . Substitutes: low.` */
function ofLine(line: string, place: Place, read: Read): void {
  let about = place.part;
  const { person: before } = place;
  for (const sentence of sentencesOf(line)) {
    if (WHOM.test(sentence)) place.person = personIn(sentence) ?? place.person;
    const [, names] = LINE_OF_FAMILIES.exec(`${sentence} `) ?? [];
    if (names !== undefined) {
      about = familiesIn(names);
      if (!place.isReport) expectOwn(read, place, sentence);
    }
    for (const family of about) judge(sentence.replace(LINE_OF_FAMILIES, ''), family, place, read);
  }
  if (place.isReport) place.person = before;
}

/** The rows of a report's tiles. */
function ofTiles(front: string, place: Place, read: Read): void {
  const [opening = ''] = front.split(/^## /m);
  for (const [name = '', ...cells] of tableRows(opening)) {
    for (const family of familiesIn(name)) judge(cells.join('<br>'), family, place, read);
  }
  const isOther =
    place.person.servings !== 1 && /^\| Family \|.*\bOne serving a day\b/m.test(opening);
  if (isOther)
    refuse(read, place, 'One serving a day', `the figures are of ${place.person.servings}`);
}

/** `| Lot 2352 (sample 1) | 14% | 14% | High |`: one of the samples has such figures. */
function ofSampleRow(line: string, place: Place, read: Read): void {
  const [family] = place.part;
  const [, found = '', most = '', level = ''] = line
    .slice(1, -1)
    .split(' | ')
    .map((cell) => cell.trim());
  if (!family || !place.product || !/^(High|Medium|Low|Can’t tell)$/.test(level)) return;
  read.said += 1;
  const isSo = samplePercents(place.product, family, place.person).some(
    ({ lower, estimate, upper }) => {
      const isFound = isNear(percentIn(found) ?? 0, lower);
      const isMost =
        upper === Infinity ? percentIn(most) === null : isNear(percentIn(most) ?? 0, upper);
      const word = levelOf(estimate) === levelOf(upper) ? levelOf(estimate) : 'Can’t tell';
      return isFound && isMost && word === level;
    },
  );
  if (!isSo) refuse(read, place, line, `${family}: no sample is so`);
}

/** What an answer rests on: for whom, and three figures for each family. */
function ofEvidence(page: string, evidence: string, raw: Raw, read: Read): void {
  const [first = '', ...parts] = evidence.split(/^### /m);
  for (const part of parts) {
    const [name = ''] = part.split('\n');
    const product = [...raw.values()].find((one) => one.name === name.replaceAll('\\', ''));
    if (!product) continue;
    const whom = part
      .split('\n')
      .find((line) => !line.startsWith('|') && /\(\d[\d.]*\skg\)/.test(line));
    const person = personIn(whom ?? first) ?? PERSONS.child;
    const place: Place = {
      page,
      isReport: false,
      product,
      person,
      all: person,
      next: null,
      part: [],
    };
    if (!isAsked(page)) expectOwn(read, place, whom ?? first.trim());
    for (const [label = '', , ...figures] of tableRows(part)) {
      for (const family of familiesIn(label)) {
        const { estimate, lower, upper } = percentOf(product, family, person);
        const samples = samplePercents(product, family, person);
        const highest = Math.max(...samples.map((sample) => sample.lower));
        read.said += 1;
        for (const [at, exact] of [estimate, lower, upper, highest].entries()) {
          const printed = percentIn(figures[at] ?? '');
          if (printed !== null && !isNear(printed, exact)) {
            refuse(
              read,
              place,
              figures.slice(0, 4).join(' | '),
              `${family}: it is ${exact.toPrecision(3)}%`,
            );
          }
        }
      }
    }
  }
}

function judge(text: string, family: RawFamily, place: Place, read: Read): void {
  const { product, person } = place;
  if (!product) return;
  read.said += 1;
  for (const why of untruths(text, { product, family, person })) {
    refuse(read, place, text, `${family}: ${why}`);
  }
}

function expectOwn(read: Read, place: Place, sentence: string): void {
  if (place.product && !isSamePerson(place.person, ownPerson(place.product))) {
    refuse(read, place, sentence, 'it is judged for somebody else than its report');
  }
}

function refuse(read: Read, { page, product }: Place, sentence: string, why: string): void {
  read.refused.push({ page, product: product?.id ?? 0, sentence, why });
}
