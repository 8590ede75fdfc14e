import { kindRows } from '#db/data/kinds.ts';
import { untruths } from './of-one-product.ts';
import { falseComparison, falseHead, falselyAlike, higherIn, isOver } from './of-others.ts';
import { lowerBy, muchHigherIn } from './compared.ts';
import {
  foundOf,
  heldOf,
  isRated,
  PERSONS,
  RAW_FAMILIES,
  standOf,
  type Authority,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';
import { areUnlike } from './unlike.ts';
import {
  familiesIn,
  isSamePerson,
  ownPerson,
  personIn,
  section,
  sentencesOf,
  type ReadPage,
  type Refusal,
} from './sentences.ts';

type Raw = ReadonlyMap<number, RawProduct>;

/** The tested products of a kind that are made today. */
export function productsOfKind(key: string, raw: Raw): RawProduct[] {
  const [, , , , ids = []] = kindRows.find(([one]) => one === key) ?? [];
  return ids.flatMap((id) => raw.get(id) ?? []).filter(({ tags }) => !tags.includes('vintage'));
}

/** What a kind's page says of its products beside each other that the rows don't bear. */
export function refusedOfKind({ path, text }: ReadPage, raw: Raw): Refusal[] {
  const [, key = ''] = /^\/plasticlist\/kinds\/([\w-]+)\.md/.exec(path) ?? [];
  const kind = productsOfKind(key, raw);
  const [front = ''] = text.split(/^## (?:\d+ not tested yet|Evidence|Tell me)/m);
  const refused: Refusal[] = [];
  const refuse = (product: number, sentence: string, why: string | null) => {
    if (why) refused.push({ page: path, product, sentence, why });
  };
  const [answer = '', ...parts] = front.split(/^## /m);
  const shown = RAW_FAMILIES.find((family) =>
    new RegExp(`${family.slice(1)}: (?:Within|Above|Can’t tell)\\b`).test(front),
  );
  const [, admitted] = /\bBut in ([\w ,]+) it is higher than another\b/.exec(answer) ?? [];
  for (const sentence of sentencesOf(answer)) {
    if (shown) refuse(0, sentence, falseCounts(sentence, shown, kind));
    const named = kind.filter(({ name }) => sentence.includes(name));
    const [one] = named;
    if (!one) continue;
    const others = kind.filter(
      (other) => other !== one && (named.length < 2 || named.includes(other)),
    );
    refuse(one.id, sentence, falseComparison(sentence, one, others, ownPerson(one)));
    if (named.length !== 1 || !/\blower\b/i.test(sentence)) continue;
    const higher = higherIn(one, kind).join();
    if (!admitted) refuse(one.id, sentence, falseHead(one, kind));
    else if (familiesIn(admitted).join() !== higher)
      refuse(one.id, sentence, `it is higher in ${higher || 'none'}`);
  }
  const order: RawProduct[] = [];
  const apart = parts.find((part) => /^not compared/i.test(part)) ?? '';
  for (const part of parts) {
    const [title = ''] = part.split('\n');
    const [above = ''] = part.slice(title.length).split(/^- #+ /m);
    if (/^not compared/i.test(title) && !/\bnot compared\b/.test(above))
      refuse(0, title, 'it does not say why');
    for (const entry of part.split(/^- #+ /m).slice(1)) {
      const id = Number(/\/plasticlist\/(\d+)/.exec(entry)?.[1]);
      const product = raw.get(id);
      if (!product) continue;
      order.push(product);
      const others = kind.filter((other) => other !== product);
      refuse(id, title, falseTitle(title, product, kind));
      const person = ownPerson(product);
      const isListed = (one: RawProduct) => part.includes(`/plasticlist/${one.id})`);
      const isCompared = (one: RawProduct) => !apart.includes(`/plasticlist/${one.id})`);
      if (/^can’t be told apart/i.test(title))
        refuse(id, title, falselyAlike(product, others.filter(isCompared), person));
      for (const sentence of sentencesOf(entry.split('\n').slice(1).join('\n'))) {
        const named = others.filter(({ name }) => sentence.includes(name));
        refuse(id, sentence, falselySeen(sentence, product, others.filter(isListed)));
        refuse(
          id,
          sentence,
          falseComparison(sentence, product, named.length > 0 ? named : others, person),
        );
      }
    }
    const [first] = order;
    const isFirst = first && parts.indexOf(part) === 0;
    if (isFirst && isOver(first) && order.some((one) => !isOver(one))) {
      refuse(first.id, title, 'a known excess stands first');
    }
  }
  return refused;
}

/** `Lower in some family, higher in none`: over all families, whichever is shown. */
function falseTitle(title: string, one: RawProduct, kind: readonly RawProduct[]): string | null {
  if (/higher in none/i.test(title)) return falseHead(one, kind);
  const others = kind.filter((other) => other !== one && !areUnlike(one.id, other.id));
  const isShown = (low: RawProduct, high: RawProduct) =>
    RAW_FAMILIES.some((family) => lowerBy(low, high, family, ownPerson(one)));
  if (/lower in/i.test(title) && !others.some((other) => isShown(one, other)))
    return 'it is lower in none';
  if (/by best estimate/i.test(title)) {
    if (others.some((other) => isShown(other, one))) return 'samples show it to be higher';
    const isMuch = others.some((other) => muchHigherIn(one, other, ownPerson(one)).length > 0);
    return isMuch ? null : 'it is higher in none by estimate';
  }
  if (/higher in/i.test(title) && !others.some((other) => isShown(other, one)))
    return 'it is higher in none';
  return null;
}

const AUTHORITY: Record<string, Authority> = { European: 'EFSA', German: 'BfR', 'U.S.': 'EPA' };
const COUNT = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `All six are within the U.S. (EPA) limit: five for certain and one on average.`, `The European limit: two not known.` */
function falseCounts(
  sentence: string,
  family: RawFamily,
  kind: readonly RawProduct[],
): string | null {
  const [, all, limits, listed] =
    /^(?:(It is|Both are|All \w+ are) within )?(?:About )?(the [^:]*? limits?)(?::? (.*))?\.$/i.exec(
      sentence,
    ) ?? [];
  if (limits === undefined || listed === undefined) return null;
  const rated = kind.filter((one) => isRated(one, family));
  for (const [name, authority] of Object.entries(AUTHORITY)) {
    if (!limits.includes(name)) continue;
    const holds = rated.map((one) => {
      const held = heldOf(one, family, ownPerson(one), authority);
      if (held) return `${all ? '' : 'within '}${held}`;
      const stand = standOf(one, family, ownPerson(one), authority);
      return stand === 'open'
        ? 'not known'
        : stand === 'own above'
          ? 'above'
          : 'above if others count as BPA';
    });
    const counts = [...new Set(holds)].map(
      (one) => `${COUNT[holds.filter((other) => other === one).length]} ${one}`,
    );
    const said = listed
      .split(/, | and /)
      .toSorted()
      .join();
    const isSame =
      said === counts.toSorted().join() ||
      (holds.every((one) => one === holds[0]) &&
        (said === holds[0] || (said === 'these tests can’t tell' && holds[0] === 'not known')));
    if (!isSame) return `of the ${authority}: ${counts.join(', ')}`;
  }
  return null;
}

/** `Bisphenols: BPA measured in it, none in 2 of 3 others.`, `Phthalates: none found in it, but in all 2 others.` */
function falselySeen(
  sentence: string,
  one: RawProduct,
  others: readonly RawProduct[],
): string | null {
  const [, name = '', own, none, some] =
    /^(\w+): (?:(.+) measured in it, none in (.*)|none found(?: that counts)? in it, but in (.*))\.$/.exec(
      sentence,
    ) ?? [];
  const [family] = familiesIn(name);
  const said = none ?? some;
  if (!family || said === undefined) return null;
  const found = foundOf(one, family);
  const seen = own?.split(/, | and /) ?? [];
  if (found.join() !== seen.join()) return `${found.join(', ') || 'none'} was found in it`;
  const count = Number(/\d+/.exec(said)?.[0] ?? (/both/.test(said) ? 2 : 1));
  const holding = others.filter(
    (other) => foundOf(other, family).length > 0 === (none === undefined),
  );
  return holding.length === count ? null : `of ${holding.length} others, not of ${count}`;
}

/** What a comparison says: who is lower, and of each product what its tiles and 100 g of it come to. */
export function refusedOfComparison({ path, text }: ReadPage, raw: Raw): Refusal[] {
  const ids = /[?&]ids=([\d,]+)/.exec(path)?.[1]?.split(',').map(Number) ?? [];
  const products = ids.flatMap((id) => raw.get(id) ?? []);
  const [front = ''] = text.split(/^## Evidence/m);
  const refused: Refusal[] = [];
  const [above = '', ...parts] = front.split(
    /^(?=- #+ |#+ (?:Phthalates|Bisphenols|Substitutes)$)/m,
  );
  const all =
    personIn(above.split('\n').find((line) => /\(\d+\skg\)/.test(line)) ?? '') ?? PERSONS.child;
  const [said] = /Servings differ in size[^.]*/.exec(above) ?? [''];
  const doDiffer = new Set(products.map(({ servingG }) => servingG).filter(Boolean)).size > 1;
  if (Boolean(said) !== doDiffer)
    refused.push({ page: path, product: 0, sentence: said, why: `they differ: ${doDiffer}` });
  // The verdict over all names what leads.
  for (const sentence of sentencesOf(above)) {
    const [one, ...more] = products.filter(({ name }) => sentence.includes(name));
    if (!one || more.length > 0 || !/\blower\b/i.test(sentence)) continue;
    const others = products.filter((other) => other !== one);
    const why = falseComparison(sentence, one, others, all) ?? falseHead(one, products);
    if (why) refused.push({ page: path, product: one.id, sentence, why });
  }
  const persons = new Map<number, Person>();
  let family: RawFamily | undefined;
  for (const part of parts) {
    const [title = '', ...lines] = part.split('\n');
    const product = raw.get(Number(/\/plasticlist\/(\d+)/.exec(title)?.[1]));
    if (!product) {
      [family] = familiesIn(title);
      continue;
    }
    const refuse = (sentence: string, why: string | null) => {
      if (why) refused.push({ page: path, product: product.id, sentence, why });
    };
    if (!family) {
      const named = personIn(lines.find((line) => /^\s*For /.test(line)) ?? '');
      if (named) persons.set(product.id, named);
      if (named && !isSamePerson(named, ownPerson(product)))
        refuse(title, 'it is not whom its report is for');
      refuseBeside(lines.join('\n'), product, products, named, all, refuse);
      continue;
    }
    const person = persons.get(product.id) ?? all;
    const [serving = '', rest = ''] = lines.join('<br>').split('Per 100 g: ');
    const [per100g = ''] = rest.split('<br>');
    for (const why of untruths(serving, { product, family, person })) refuse(serving, why);
    const of = { ...product, servingG: 100 };
    const who = { ...person, servings: 1 };
    for (const why of untruths(per100g, { product: of, family, person: who })) refuse(per100g, why);
  }
  return refused;
}

/** How a product stands beside the others that the same person eats. */
function refuseBeside(
  text: string,
  product: RawProduct,
  products: readonly RawProduct[],
  named: Person | null,
  all: Person,
  refuse: (sentence: string, why: string | null) => void,
): void {
  const person = named ?? all;
  const others = products.filter(
    (one) => one !== product && (!named || isSamePerson(ownPerson(one), person)),
  );
  for (const sentence of sentencesOf(text)) {
    const those = others.filter(({ name }) => sentence.includes(name));
    refuse(sentence, falseComparison(sentence, product, those.length > 0 ? those : others, person));
  }
}

/** What a report says of other products: in what to do, and in the part on its kind. */
export function refusedOfAlternatives({ path, text }: ReadPage, raw: Raw): Refusal[] {
  const own = raw.get(Number(/^\/plasticlist\/(\d+)\.md/.exec(path)?.[1]));
  if (!own) return [];
  const kind = [
    section(text, /^## What to do/),
    section(text, /^## (Cleaner|Lower|Other|Same kind)/),
  ].join('\n');
  const refused: Refusal[] = [];
  for (const sentence of sentencesOf(kind)) {
    const why = falselyLowest(sentence, own, raw);
    if (why) refused.push({ page: path, product: own.id, sentence, why });
  }
  for (const line of kind.split('\n')) {
    const named = [...line.matchAll(/\/plasticlist\/(\d+)\)/g)].flatMap(
      ([, id]) => raw.get(Number(id)) ?? [],
    );
    for (const other of named.filter((one) => one !== own)) {
      const isClaim = /\b(lower|cleaner)\b/i.test(line) || /^- (###|\[)/.test(line);
      if (!isClaim) continue;
      // An entry of a list of what is surely cleaner says no more than its name.
      const sentences = /\b(lower|cleaner)\b/i.test(line)
        ? sentencesOf(line)
        : ['Lower for certain.'];
      for (const sentence of sentences) {
        const said = /\bthan\b/.test(sentence) ? sentence : `${sentence} than it`;
        const why = falseComparison(said, other, [own], ownPerson(own));
        if (why) refused.push({ page: path, product: own.id, sentence, why });
      }
    }
  }
  return refused;
}

/** `Of the others tested that are not known to be above a limit, none is clearly lower in phthalates by best estimate.` */
function falselyLowest(sentence: string, own: RawProduct, raw: Raw): string | null {
  const [, names = ''] =
    /others tested .*, none is clearly lower in ([\w ,]*)/.exec(sentence) ?? [];
  const [, , , , ids] = kindRows.find((row) => row[4].includes(own.id)) ?? [];
  const person = ownPerson(own);
  for (const id of ids ?? []) {
    const other = raw.get(id);
    const isCounted = other && other !== own && !other.tags.includes('vintage');
    if (!isCounted || areUnlike(own.id, id) || isOverCounted(other)) continue;
    const lower = familiesIn(names).filter((family) =>
      muchHigherIn(own, other, person).includes(family),
    );
    if (lower.length > 0) return `${other.name} is lower in ${lower.join(', ')}`;
  }
  return null;
}

/** Over a limit with everything counted as its own substance. */
function isOverCounted(product: RawProduct): boolean {
  return RAW_FAMILIES.some((family) =>
    /above/.test(standOf(product, family, ownPerson(product), 'EFSA') ?? ''),
  );
}
