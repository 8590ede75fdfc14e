import { isRated, percentOf, PERSONS, type RawProduct } from './raw-results.ts';
import { refusedOfText, type Row } from './read-rows.ts';
import { familiesIn, isSamePerson, ownPerson, personIn, type Refusal } from './sentences.ts';

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
