import {
  PERSONS,
  RAW_FAMILIES,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';

/** A page as it is read: its address, and its Markdown. */
export interface ReadPage {
  path: string;
  text: string;
}

/** What the oracle refuses, and why. */
export interface Refusal {
  page: string;
  product: number;
  sentence: string;
  why: string;
}

/** Sentences of a text, without links; a name's “No. 7” and “U.S.” end none. */
export function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/\]\([^)\s]*\)/g, ']')
    .split(/\n|<br>|(?<=[.!?])(?<!\b(?:U\.S|No|St)\.)\s+(?=[A-Z“✓✗?\d])/)
    .map((one) =>
      one
        .replaceAll(/[[\]*]/g, '')
        .replace(/^\s*- /, '')
        .trim(),
    )
    .filter(Boolean);
}

/** A part of a page: from the heading that says so, of any depth, to the next of its depth or less. */
export function section(text: string, heading: RegExp): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /^#+ /.test(line) && heading.test(line));
  if (from < 0) return '';
  const depth = /^#+/.exec(lines[from]!)![0].length;
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => (/^#+(?= )/.exec(line)?.[0].length ?? 99) <= depth);
  return rest.slice(0, to < 0 ? undefined : to).join('\n');
}

/** The cells of the rows of Markdown tables, heads and rules left out. */
export function tableRows(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows
    .filter((line, at) => !/^\|( -+ \|)+$/.test(line) && !/^\|( -+ \|)+$/.test(rows[at + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

/** The families that a text names, in their order. */
export function familiesIn(text: string): RawFamily[] {
  return RAW_FAMILIES.filter((family) => new RegExp(`\\b${family}\\b`, 'i').test(text));
}

const SPELLED = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Who is said to eat: `six servings of 22 g a day (assumed), baby of 11 lb (5 kg)`; null where nobody is. */
export function personIn(text: string): Person | null {
  const [, kg] = /\((\d+(?:\.\d+)?)\skg\)/.exec(text) ?? [];
  const [, count = ''] =
    /\b(\w+)(?: \d+(?:\.\d+)? g)? servings?\b(?! a day (?:stays?|is|are)\b)/i.exec(text) ?? [];
  const [, who] = /\b(child|adult|baby)\b/i.exec(text) ?? [];
  const named = PERSONS[who?.toLowerCase() as keyof typeof PERSONS];
  const spelled = SPELLED.indexOf(count.toLowerCase());
  const servings = spelled > 0 ? spelled : Number(count) || named?.servings;
  const weight = kg === undefined ? named?.kg : Number(kg);
  return weight && servings ? { kg: weight, servings } : null;
}

/** Whom a product is judged for: a baby's whole food six times a day, a baby's other food once; else a child. */
export function ownPerson({ name, tags }: RawProduct): Person {
  const isFormula = tags.includes('formula');
  if (tags.includes('breast_milk') || (isFormula && /\binfant\b/i.test(name))) return PERSONS.baby;
  if (tags.includes('baby_food') && !isFormula) return { ...PERSONS.baby, servings: 1 };
  return PERSONS.child;
}

export function isSamePerson(one: Person, other: Person): boolean {
  return one.kg === other.kg && one.servings === other.servings;
}

/** What people neither eat nor drink: nothing is said to be within or above a limit in it. */
export function isEaten({ tags }: RawProduct): boolean {
  const things = ['receipts', 'personal_care', 'household', 'pet_food', 'baby_care'];
  return !tags.some((tag) => things.includes(tag));
}

/** A part of a limit as text says it, in percent: `0.52%`, `24 times`, `2.7 million times`; else null. */
export function percentIn(text: string): number | null {
  const [, sign, figure, unit] =
    /(< ?)?(\d[\d,]*(?:\.\d+)?)\s?(%|(?:million |billion )?times)/.exec(text) ?? [];
  if (figure === undefined || unit === undefined) return null;
  const value = Number(figure.replaceAll(',', ''));
  if (unit === '%') return sign ? value / 2 : value;
  if (unit.startsWith('million')) return value * 1e8;
  return value * (unit.startsWith('billion') ? 1e11 : 100);
}

/** Whether a figure that is printed is this one, rounded to two digits or more. */
export function isNear(printed: number, exact: number): boolean {
  return Math.abs(printed - exact) <= Math.max(0.055 * exact, 0.0051);
}
