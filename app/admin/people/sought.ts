import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { cleanLine, isUuid, normaliseEmail, paddedId, searchable } from '#app/kit/text.ts';
import { isDay } from '#app/testing/promise.ts';

/** What a typed text can mean. A text may mean several: a payment is found that fits one of them. */
export type Sought =
  /** Stripe's, or our own of an order or contribution. */
  | { by: 'number'; id: string }
  | { by: 'address'; email: string }
  | { by: 'part-of-address'; part: string }
  /** Folded as `searchable` does; all of them. */
  | { by: 'name-on-card'; words: string[] }
  | { by: 'last-four'; last4: string }
  | { by: 'product'; productId: number }
  | { by: 'words-of-product'; words: string[] }
  | { by: 'amount'; amountCents: number }
  /** As `2026-11-21`, in UTC. */
  | { by: 'day'; day: string };

const LONGEST = 300;
const MOST_WORDS = 10;
/** What a column of cents holds. */
const MOST_CENTS = 2 ** 31 - 1;
/** A card's whole number, which nobody should type here: its last four are all that is looked for. */
const WHOLE_CARD =
  /(?<!\d)(?:\d{4}(?<gap>[ .,/-]?)\d{4}\k<gap>\d{4}\k<gap>\d{4}|\d(?:[ -]?\d){14,18})(?!\d)/;
const LAST_FOUR = /^(?:(?:card )?ending (?:in|with)|[*•xX.…\s-]+)\s*(\d{4})$/i;
const AMOUNT = /^(\$ ?)?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,2})?( ?(?:usd|dollars?))?$/i;
const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** Everything that a typed text can mean; nothing where there is too little, or too much, of it. */
export function readSought(typed: string): Sought[] {
  if (typed.length > LONGEST) return [];
  const text = cleanLine(typed);
  if (/^(cs|pi|in)_\w+$/.test(text)) return [{ by: 'number', id: text }];
  if (isUuid(text.toLowerCase())) return [{ by: 'number', id: text.toLowerCase() }];
  if (/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text)) {
    return [{ by: 'address', email: normaliseEmail(text) }];
  }
  const card = WHOLE_CARD.exec(text.normalize('NFKC'))?.[0];
  const last4 = card?.slice(-4) ?? LAST_FOUR.exec(text)?.[1];
  if (last4) return [{ by: 'last-four', last4 }];
  const day = dayIn(text);
  if (day) return [{ by: 'day', day }];
  const numbers = numbersIn(text);
  return numbers.length > 0 ? numbers : wordsIn(text);
}

/** An amount, a product, the end of a card's number: "50" is two of them, "4242" all three. */
function numbersIn(text: string): Sought[] {
  const [, dollar, whole = '', rest = '', unit] = AMOUNT.exec(text) ?? [];
  const amountCents = Math.round(Number(whole.replaceAll(',', '') + rest) * 100);
  const isAmount = Boolean(dollar || unit || rest || whole.includes(','));
  const isCode = /^0/.test(whole) && !isAmount;
  const found: Sought[] = [];
  if (amountCents > 0 && amountCents <= MOST_CENTS && !isCode) {
    found.push({ by: 'amount', amountCents });
  }
  const productId = Number(/^(?:#|product #?)?(\d{1,9})$/i.exec(text)?.[1] ?? 0);
  if (productId > 0) found.push({ by: 'product', productId });
  if (/^\d{4}$/.test(text)) found.push({ by: 'last-four', last4: text });
  return found;
}

function wordsIn(text: string): Sought[] {
  const folded = searchable(text);
  const words = folded.split(' ').filter(Boolean);
  if (folded.length < 2 || !/[\p{L}\p{N}]/u.test(folded) || words.length > MOST_WORDS) return [];
  const part: Sought[] = /\s/.test(text)
    ? []
    : [{ by: 'part-of-address', part: normaliseEmail(text) }];
  if (text.includes('@')) return part;
  return [...part, { by: 'name-on-card', words }, { by: 'words-of-product', words }];
}

/** `2026-11-21`, `Nov 21, 2026`, `21 November 2026`, `11/21/2026`: a day that there is, as the first. */
function dayIn(text: string): string | undefined {
  const [, iso] = /^(2\d{3}-\d{2}-\d{2})$/.exec(text) ?? [];
  const [, m = '', d = '', y = ''] = /^(\d{1,2})\/(\d{1,2})\/(2\d{3})$/.exec(text) ?? [];
  const named =
    /^(?<month>\p{L}{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>2\d{3})$/iu.exec(text) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<month>\p{L}{3,9})\.?,? (?<year>2\d{3})$/iu.exec(text);
  const { month = '', day = d, year = y } = named?.groups ?? {};
  const nth = MONTHS.findIndex((name) => name.startsWith(month.toLowerCase())) + 1;
  const at = named ? nth : Number(m);
  const found = iso ?? `${year}-${String(at).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : undefined;
}

/** What a text was taken for, as the page says it of what was found. */
export function takenFor(sought: Sought[]): string {
  return joined(sought.map(meaningOf));
}

function meaningOf(sought: Sought): string {
  switch (sought.by) {
    case 'product':
      return `product ${paddedId(sought.productId)}`;
    case 'amount':
      return `an amount of ${formatCents(sought.amountCents)}`;
    case 'day':
      return `${dayText(sought.day)} (UTC)`;
    default:
      return KINDS[sought.by];
  }
}

const KINDS: Record<Sought['by'], string> = {
  number: 'a number',
  address: 'an address',
  'part-of-address': 'part of an address',
  'name-on-card': 'a name on a card',
  'last-four': 'the last four digits of a card',
  product: 'a product',
  'words-of-product': 'words of a product’s name',
  amount: 'an amount',
  day: 'a day',
};

/** The same for the trail, which keeps it: what kind of thing, and of all these only our own numbers. */
export function kindsOf(sought: Sought[]): string {
  return joined(sought.map((one) => (one.by === 'number' ? one.id : KINDS[one.by])));
}

/** What stands in the field again: a card's whole number never does. */
export function typedAgain(typed: string, sought: Sought[]): string {
  const [only] = sought;
  return sought.length === 1 && only?.by === 'last-four' ? only.last4 : typed;
}

function joined(names: string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);
}
