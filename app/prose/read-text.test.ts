import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RETENTION } from '#app/kit/retention.ts';
import { grouped } from '#app/kit/text.ts';
import { limits } from '#app/toxicology/limits.ts';
import { plainText, lineText } from './blocks.ts';
import { RECORDS } from './records.server.ts';
import { asMarkdown, filledIn, readSections, readContent } from './read-text.server.ts';
import { readMarkdown } from './read-markdown.server.ts';

describe('a text', () => {
  it('has records where it names them, and says so where it names anything else', () => {
    expect(filledIn('{a} and {b}, {slot}', { a: 1, b: 'two' }, ['slot'])).toBe('1 and two, {slot}');
    expect(() => filledIn('{a} {other}', { a: 1 })).toThrow('{other}, which is no record');
    expect(() => filledIn('{if other}A{end}', {})).toThrow('{other}, which is no record');
    expect(filledIn('{a}', { a: '{b}' })).toBe('{b}');
  });

  it('says a part only where that holds, within a line and by lines', () => {
    const text = 'A{if x} B{end}{if not x} C{end}\n{if x}\n- D\n{end}\n{if not x}\n- E\n{end}\n- F';
    expect(filledIn(text, { x: true })).toBe('A B\n- D\n- F');
    expect(filledIn(text, { x: false })).toBe('A C\n- E\n- F');
  });

  it('reads what somebody typed as it was typed', () => {
    const typed = '*A* & <b> [c](d) 1. `e`_f_ {g}';
    expect(plainText(readMarkdown(asMarkdown(typed)))).toBe(typed);
  });

  it('that is not there is not read', () => {
    expect(() => readContent('missing')).toThrow('there is no content/missing.md');
  });
});

it('gives every heading of a page its anchor', () => {
  const sections = readSections('faq');
  expect(sections.length).toBeGreaterThan(3);
  const titles = sections.flatMap(({ id, title, blocks }) => [
    [id, title],
    ...blocks.flatMap((block) => (block.type === 'heading' ? [[lineText(block.content)]] : [])),
  ]);
  expect(titles.filter(([only, title]) => !(title ?? /\{#[a-z0-9-]+\}$/.test(only ?? '')))).toEqual(
    [],
  );
});

/** What reads as a number that stands in a record; a list of what changed tells of the past. */
const NUMBERS: RegExp[] = [
  ...[RECORDS.levelPrice, RECORDS.fullPrice, RECORDS.usualLabPrice, RECORDS.leastGiven].map(
    (price) => new RegExp(`\\${price}(?![\\d,.]*\\d)`),
  ),
  ...[
    RECORDS.refundDays,
    RECORDS.refundWarningDays,
    RECORDS.moveAskDays,
    RECORDS.correctionShownDays,
    ...Object.values(RETENTION),
  ].map((days) => new RegExp(`\\b${days}[ -]days?\\b`)),
  new RegExp(`\\b${RECORDS.contributorAge} (years|or older)`),
  new RegExp(`\\b${RECORDS.resultsWithin.replace('–', '\\s?[–-]\\s?')}`),
  new RegExp(`\\b${RECORDS.testedChemicals} (plastic )?chemicals`),
  new RegExp(`(?<!its )\\b(${RECORDS.levels}|${RECORDS.levelsInWords}) (samples|levels)\\b`, 'i'),
  new RegExp(`\\b${RECORDS.familiesInWords} (families|sums)`),
  ...[RECORDS.mediumFrom, RECORDS.highFrom].map((cut) => new RegExp(`(?<![\\d.,])${cut}`)),
  /\b(31|154|26)\slb\b/,
  new RegExp(`\\b(${RECORDS.childKg}|${RECORDS.toddlerKg}|70)\\skg\\b`),
  ...limits.map(
    ({ limitNgPerKgDay }) =>
      new RegExp(`(?<![\\d.,])${grouped(limitNgPerKgDay, 20)} (ng|nanograms)\\b`),
  ),
];

const typedIn = (text: string) => [
  ...new Set(NUMBERS.flatMap((number) => number.exec(text)?.[0] ?? [])),
];

it('knows a number of a record where it is typed', () => {
  expect(typedIn('$1,275, $425; 365 days, 18 chemicals, 0.2 nanograms')).toHaveLength(5);
  expect(typedIn('$42.50, 1,365 percent, 100.2 nanograms, its three samples')).toEqual([]);
});

it.each(
  globSync('content/**/*.md', { exclude: ['content/blog/**', 'content/api.md'] }).map((file) => [
    file,
  ]),
)('no number of a record is typed in %s', (file) => {
  const [text = ''] = readFileSync(file, 'utf8').split('Changes since {legalUpdated}:');
  expect(typedIn(text), 'name the record instead, as {name} of records.server.ts').toEqual([]);
});
