import { upcKey } from '#app/catalogue/barcodes.ts';
import { cleanLine } from '#app/kit/text.ts';
import { addressOutOfScope, isUntestable } from './scope.ts';
import * as messages from './messages.ts';
import { retailerAt } from './retailers.ts';
import type { SubmissionData } from './submission-schema.ts';
import { commaQuestion, dollarsFromCents, typedDollars } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import type { TestPanel } from '#app/toxicology/panels/panel.ts';
import { panelOf, panels, priceOf } from '#app/toxicology/panels/panels.ts';

export const NAME_MAX = 200;
const URL_MAX = 2_000;
/** As browsers send it, where a letter may take nine characters. */
const SENT_URL_MAX = 8_000;
const UPC_MAX = 32;
const COMMENTS_MAX = 2_000;
const SERVING_MAX_G = 100_000;

export type SubmissionField = Exclude<
  keyof SubmissionData,
  'brand' | 'category' | 'panel' | 'another'
>;

/** A sentence for each field that does not fit; empty where all do. */
export type SubmissionErrors = Partial<Record<SubmissionField, string>>;

/** Holds a submission against its rules; the same for the form and the server. */
export function errorsOf(data: SubmissionData): SubmissionErrors {
  const address = readAddress(data.product_url);
  const panel = panelOf(data.panel ?? 'plastics');
  const errors: [SubmissionField, string | undefined][] = [
    ['name', nameError(data.name, panel)],
    ['product_url', address.ok ? addressOutOfScope(address.url) : address.error],
    ['upc', isUpc(data.upc) ? undefined : messages.UPC_INVALID],
    ['serving_size_g', isServing(data.serving_size_g) ? undefined : messages.SERVING_INVALID],
    ['comments', data.comments.length > COMMENTS_MAX ? messages.COMMENTS_TOO_LONG : undefined],
    ['amount', amountError(data.amount, panel)],
  ];
  return Object.fromEntries(errors.filter(([, sentence]) => sentence !== undefined));
}

/** An amount, or any number, as it was typed; what is no number reads as 0. */
export function numberOf(text: string): number {
  return typedDollars(text) || 0;
}

/** What leaving the amount field makes of it: too little is raised, too much is said. */
export function adjustAmount(text: string, panel?: TestPanel) {
  const question = commaQuestion(text);
  if (question) return { text, error: question };
  const amount = numberOf(text);
  if (amount > mostDollars(panel)) return { text, error: messages.amountTooHigh(panel) };
  if (amount < NUMBERS.submissionMinDollars)
    return { text: String(NUMBERS.submissionMinDollars), message: messages.AMOUNT_ADJUSTED };
  if (!Number.isInteger(amount)) return { text, error: messages.WHOLE_DOLLARS_ONLY };
  return { text };
}

type Address = { ok: true; url: string } | { ok: false; error: string };

/** A product's address: `https://` is added where no scheme is; nothing but the web is taken. */
export function readAddress(typed: string): Address {
  const text = typed.trim();
  if (text === '') return { ok: false, error: messages.URL_MISSING };
  if (text.length > URL_MAX) return { ok: false, error: messages.URL_TOO_LONG };
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i.test(text);
  const isWeb = /^https?:\/\//i.test(text);
  if (hasScheme && !isWeb) return { ok: false, error: messages.URL_INVALID };
  const whole = isWeb ? text : `https://${text}`;
  if (/\s/.test(whole) || !URL.canParse(whole)) return { ok: false, error: messages.URL_INVALID };
  const { hostname, username, password, href } = new URL(whole);
  const isHost = /^[^.]+(\.[^.]+)+$/.test(hostname) && !/^[\d.]+$/.test(hostname);
  if (!isHost || username || password) return { ok: false, error: messages.URL_INVALID };
  return href.length > SENT_URL_MAX
    ? { ok: false, error: messages.URL_TOO_LONG }
    : { ok: true, url: href };
}

/** Brand and category as they follow from an address, whatever anybody claims; Unknown of any other shop. */
export function derivedFrom(typed: string) {
  const address = readAddress(typed);
  const shop = address.ok ? retailerAt(new URL(address.url).hostname) : undefined;
  return { brand: shop?.brand ?? 'Unknown', category: shop?.category ?? 'Unknown' };
}

/** Lines of text as they were written, without the characters that a text cannot hold. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

function mostDollars(panel: TestPanel = panels[0]): number {
  return dollarsFromCents(priceOf(panel).targetCents);
}

/** None, or one that a product can be known by. */
function isUpc(typed: string): boolean {
  return !typed.trim() || (typed.length <= UPC_MAX && upcKey(typed) !== null);
}

function isServing(grams: number): boolean {
  return grams >= 0 && grams <= SERVING_MAX_G;
}

function nameError(name: string, panel: TestPanel): string | undefined {
  const clean = cleanLine(name);
  if (clean === '') return messages.NAME_MISSING;
  if ([...clean].length > NAME_MAX) return messages.NAME_TOO_LONG;
  if (isUntestable(clean)) return messages.notTestedHere(panel);
  // Such names mark demonstrations.
  return clean.toUpperCase().includes('[TEST]') ? messages.NAME_RESERVED : undefined;
}

function amountError(amount: number, panel: TestPanel): string | undefined {
  if (!(amount >= NUMBERS.submissionMinDollars && amount <= mostDollars(panel)))
    return messages.amountOutOfRange(panel);
  return Number.isInteger(amount) ? undefined : messages.WHOLE_DOLLARS_ONLY;
}
