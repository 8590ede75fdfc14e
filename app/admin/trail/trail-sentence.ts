import { actionWords } from './action-names.ts';
import { formatCents } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';

/** A piece of a sentence; `product` is what it leads to, by code, and `dispute` by Stripe's number. */
export interface TrailPart {
  text: string;
  product?: number;
  dispute?: string;
}

/** Money that a row is about, as it is stored now. */
export interface TrailMoney {
  cents: number;
  /** What it was given to, or is held for. */
  products: readonly number[];
  isDonation: boolean;
  /** Our number of the contribution or order that People finds the payment by. */
  payment: string;
}

/** What is stored now about what rows name. */
export interface TrailFacts {
  /** Names of products by code. */
  names: ReadonlyMap<number, string>;
  /** By what a row names: `contribution …`, `refund …`. */
  money: ReadonlyMap<string, TrailMoney>;
  /** Names of emails, by number. */
  mails: ReadonlyMap<string, string>;
}

/** So many products are named in a sentence. */
const NAMED = 3;

/** What was done, as it is read after who did it. No address of a contributor is ever in it. */
export function sentenceOf(
  row: { action: string; subject: string; before: unknown; after: unknown },
  facts: TrailFacts,
): TrailPart[] {
  const { lead, object, rest } = actionWords(row.action);
  if (object === '') return [{ text: lead }];
  const parts = objectOf(row.subject, { ...sideOf(row.before), ...sideOf(row.after) }, facts);
  return [{ text: lead }, ...(parts ?? [{ text: object }]), { text: rest }].filter(
    ({ text }) => text !== '',
  );
}

/** What it was done to, as far as that is known. */
function objectOf(
  subject: string,
  said: Record<string, unknown>,
  facts: TrailFacts,
): TrailPart[] | undefined {
  if (subject.startsWith('payments ')) return [{ text: subject }];
  const sample = /^product (\d+) sample (\d+)$/.exec(subject);
  if (sample) return [{ text: `sample ${sample[2]} of ` }, nameOf(Number(sample[1]), facts)];
  const cut = subject.lastIndexOf(' ');
  const id = subject.slice(cut + 1);
  switch (subject.slice(0, cut)) {
    case 'product':
      return [nameOf(Number(id), facts)];
    case 'administrator':
      return [{ text: id }];
    case 'digest':
      return [{ text: `issue ${id} of the digest` }];
    case 'mail': {
      const mail = facts.mails.get(id);
      return mail === undefined ? undefined : [{ text: `the undelivered email “${mail}”` }];
    }
    case 'results file':
      return fileOf(said, facts);
    default:
      return moneyOf(subject, said, facts);
  }
}

/** An amount with what it was given to: as the row has it, else as it is stored now. */
function moneyOf(
  subject: string,
  said: Record<string, unknown>,
  facts: TrailFacts,
): TrailPart[] | undefined {
  const known = facts.money.get(subject);
  const cents = typeof said.amount === 'number' ? Math.round(said.amount * 100) : known?.cents;
  if (cents === undefined) return undefined;
  const amount = formatCents(Math.abs(cents));
  const codes = saidProduct(said) ?? known?.products ?? [];
  const products = (lead: string) => productsOf(lead, codes, facts);
  const given =
    known?.isDonation && codes.length === 0
      ? [{ text: `a donation of ${amount}` }]
      : [{ text: amount }, ...products(' given to ')];
  const kind = subject.slice(0, subject.indexOf(' '));
  const id = subject.slice(subject.lastIndexOf(' ') + 1);
  if (subject.startsWith('refunds of '))
    return [{ text: `${amount} in ${subject.replace(' of ', ' under ')}` }];
  if (kind === 'contribution' || kind === 'refund') return given;
  if (kind === 'order') {
    return [{ text: `the unfinished checkout of ${amount}` }, ...products(' for ')];
  }
  if (kind === 'dispute') {
    return [{ text: `the dispute over ${amount}`, dispute: id }, ...products(' given to ')];
  }
  if (kind !== 'unmatched') return undefined;
  return known ? [{ text: 'the failed refund of ' }, ...given] : [{ text: `${amount} (${id})` }];
}

/** The product whose money a row was about as it was done, where it says so. */
export function saidProduct(after: unknown): [number] | undefined {
  const { product } = sideOf(after);
  return typeof product === 'number' ? [product] : undefined;
}

/** A laboratory's file by its name; once published, the products it has results of. */
function fileOf(said: Record<string, unknown>, facts: TrailFacts): TrailPart[] | undefined {
  const published = (Array.isArray(said.products) ? said.products : [])
    .map((one) => Number(sideOf(one).product))
    .filter((code) => code > 0);
  if (published.length > 0) return productsOf('results of ', published, facts);
  return typeof said.fileName === 'string' ? [{ text: `the file ${said.fileName}` }] : undefined;
}

/** Products named one by one, the first of them, after `lead`; nothing where there are none. */
function productsOf(lead: string, codes: readonly number[], facts: TrailFacts): TrailPart[] {
  if (codes.length === 0) return [];
  const named = codes.slice(0, NAMED).map((code) => nameOf(code, facts));
  const more = codes.length - named.length;
  const [first, ...others] = named as [TrailPart, ...TrailPart[]];
  if (more === 0 && others.length === 0) return [{ text: lead }, first];
  const joined = [first, ...others.flatMap((one) => [{ text: ', ' }, one])];
  return [{ text: lead }, ...joined, ...(more > 0 ? [{ text: `, and ${more} more` }] : [])];
}

function sideOf(side: unknown): Record<string, unknown> {
  return typeof side === 'object' && side !== null ? (side as Record<string, unknown>) : {};
}

function nameOf(code: number, { names }: TrailFacts): TrailPart {
  const name = names.get(code);
  return { text: `product ${paddedId(code)}${name ? ` ${name}` : ''}`, product: code };
}
