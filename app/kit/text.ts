/**
 * What a search compares, on both sides alike: letters, digits and underscores of any script are
 * kept, runs of white space collapse to one space, everything else goes, and case is folded. So "Ben & Jerry's" and "ben jerrys" meet.
 */
export function searchable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_\s]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** The pattern by which LIKE finds a term that `searchable` made: of what it leaves, `_` alone means something else. */
export function containing(term: string): string {
  return `%${term.replaceAll('_', '\\_')}%`;
}

/** One line without control characters or marks that turn text around. */
export function cleanLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * An email address in the one spelling that its mailbox has here, but for capitals: letters composed
 * (NFC), and a domain in ASCII, so that `zürich.example` and `xn--zrich-kva.example` are one.
 */
export function spelledAddress(email: string): string {
  const text = email.trim().normalize('NFC');
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  const isForeign = at > 0 && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /\P{ASCII}/u.test(domain);
  if (!isForeign || !URL.canParse(`http://${domain}`)) return text;
  return text.slice(0, at) + new URL(`http://${domain}`).hostname;
}

/** An email address as two spellings of one mailbox compare: as `spelledAddress`, and lower-cased. */
export function normaliseEmail(email: string): string {
  return spelledAddress(email).toLowerCase();
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A figure as sentences have it, thousands apart: `1,275`, `4.7`. Formats are kept: to make one
 * takes a hundred times as long as to use it, and a report has hundreds of figures.
 */
export function grouped(
  figure: number | bigint,
  maximumFractionDigits = 3,
  notation: Intl.NumberFormatOptions['notation'] = 'standard',
): string {
  const key = `${maximumFractionDigits} ${notation}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { maximumFractionDigits, notation });
    formats.set(key, format);
  }
  return format.format(figure);
}

/** "1 contributor", "2 contributors". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

/** What somebody wrote, such as a reason or a name, with a period where it has no end. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A count as a sentence spells it: in words up to twelve. */
export function spelled(count: number): string {
  return WORDS[count] ?? grouped(count);
}

const ORDINALS = ['first', 'second', 'third'];

/** A place in an order as a sentence spells it, from 1: in words up to the third. */
export function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `${place}th`;
}

/** A text at the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A product's number as its code: at least four digits, `0093`. */
export function paddedId(productId: number): string {
  return String(productId).padStart(4, '0');
}

/** Names joined for a sentence: "A", "A and B", "A, B and C". */
export function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Whether a text is a UUID as PostgreSQL writes one; anything else would fail as a parameter. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** What stands in place of the address of a person who had it erased. */
const ERASED = /^erased-[0-9a-f-]{36}@erased\.invalid$/;

/** A name for money whose giver has had their address erased: the same for all they gave. */
export function erasedEmail(id: string): string {
  return `erased-${id}@erased.invalid`;
}

/** Whether this stands for an address that was erased: no mail ever goes there. */
export function isErased(email: string): boolean {
  return ERASED.test(email);
}

/** An address as it may be shown to somebody else: `p•••@e•••.org` of `person@example.org`. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  const first = (text: string) => [...text][0] ?? '';
  const ending = /\.[^.]*$/.exec(host)?.[0] ?? '';
  return `${first(name)}•••@${first(host)}•••${ending}`;
}

/** A text as it stands in HTML or XML, in an attribute too, without what XML cannot hold. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
