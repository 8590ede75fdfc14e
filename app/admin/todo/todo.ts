import { href } from 'react-router';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';

/** Something that waits for an administrator, as it is stored. */
export interface Waiting {
  kind: TodoKind;
  /** Its own number, for its page. */
  id?: string;
  cents?: number;
  product?: { id: number; name: string };
  /** What it is called, or, where it is trouble, what is the matter. */
  name?: string;
  /** Since when it waits, as `2026-11-21`. */
  since?: string;
  /** By when it is to be done. */
  due?: string;
  /** How many of its kind there are, where not all of them are here. */
  total?: number;
}

export type ToDo = ReturnType<typeof todoList>[number];

interface Kind {
  /** What is to be done about one. */
  one: (waiting: Waiting) => string;
  /** More of them than are listed: "12 submissions to review". */
  many: (total: number) => string;
  to: (waiting?: Waiting) => string;
  /** What is due is results that were promised. */
  isPromise?: boolean;
  /** One reads like another, so that two are one line already. */
  isAlike?: boolean;
}

/** More of a kind than so many stand in one line. */
export const LISTED = 3;

const people = (place: string) => () => `${href('/admin/people')}#${place}`;
const overview = (place: string) => () => `${href('/admin')}#${place}`;
const trouble = (place: string): Kind => ({
  one: ({ name = '' }) => name,
  many: () => '',
  to: overview(place),
});

/**
 * Everything that can wait, the most pressing kind first: a photo takes one press, and its sender can
 * send no other before; somebody who wrote may know of what stands below.
 */
const KINDS = {
  photo: {
    one: ({ name = '', product }) =>
      `Show or delete a visitor’s photo of ${product ? codeAndName(product) : name}`,
    many: (total) => `${total} photos by visitors to show or delete`,
    to: () => href('/admin/photos'),
    isAlike: true,
  },
  message: {
    one: () => 'Answer a visitor’s message',
    many: (total) => `${total} messages to answer`,
    to: people('messages'),
    isAlike: true,
  },
  objection: {
    one: ({ product, name = '' }) =>
      `Answer the objection to ${product ? codeAndName(product) : name}`,
    many: (total) => `${total} objections to answer`,
    to: people('messages'),
  },
  clocks: trouble('money'),
  webhooks: trouble('work'),
  audit: trouble('audit'),
  'lost-orders': { ...trouble('money'), to: people('unmatched') },
  dispute: {
    one: (it) => `Answer the dispute over ${amountOf(it)}`,
    many: (total) => `${total} disputes to answer`,
    to: people('disputes'),
  },
  'refunds-held': {
    one: (it) => `Approve the refunds of ${amountOf(it)} that are held`,
    many: (total) => `${total} refunds to approve`,
    to: overview('money'),
  },
  'failed-refund': {
    one: (it) => `Send the failed refund of ${amountOf(it)} again, or pay it another way`,
    many: (total) => `${total} failed refunds to send again or pay another way`,
    to: people('failed-refunds'),
  },
  'refund-request': {
    one: (it) => `Decide whether ${amountOf(it)} is refunded`,
    many: (total) => `${total} refund requests to decide`,
    to: people('requests'),
  },
  unmatched: {
    one: (it) => `Decide on the unmatched ${amountOf(it)} at Stripe`,
    many: (total) => `${total} payments or refunds at Stripe to decide on`,
    to: people('unmatched'),
  },
  release: {
    one: ({ name = '' }) =>
      `Look at the held release of the open data, with fewer rows in ${name} (openassay release)`,
    many: (total) => `${total} held releases of the open data to look at`,
    to: () => href('/data'),
  },
  test: {
    one: ({ name = '', product }) => `${name} ${product ? codeAndName(product) : ''}`,
    many: (total) => `${total} tests to move on`,
    to: (it) => testPage(it),
    isPromise: true,
  },
  upload: {
    one: ({ name = '', product }) =>
      `Publish or discard the uploaded file ${name}${product ? ` for ${codeAndName(product)}` : ''}`,
    many: (total) => `${total} uploaded files to publish or discard`,
    to: (it) => `${href('/admin/results')}${it?.id ? `?upload=${it.id}` : ''}`,
  },
  'first-sample': {
    one: ({ product }) => `Buy the first sample of ${product ? codeAndName(product) : 'a product'}`,
    many: (total) => `${total} funded products whose first sample is to be bought`,
    to: (it) => testPage(it),
  },
  mail: {
    one: () => 'Send an undelivered email again',
    many: (total) => `${total} undelivered emails to send again`,
    to: overview('dead-mails'),
    isAlike: true,
  },
  submission: {
    one: ({ product }) =>
      `Review ${product ? codeAndName(product) : 'a product'}, which a visitor added`,
    many: (total) => `${total} submissions to review`,
    to: () => href('/admin/submissions'),
  },
} as const satisfies Record<string, Kind>;

export type TodoKind = keyof typeof KINDS;

const ORDER = Object.keys(KINDS) as TodoKind[];

/**
 * What waits, most pressing first: what is overdue by the day on which it was due, then by its kind,
 * and within a kind what is due or has waited for longest. Many of a kind are one line.
 */
export function todoList(waiting: readonly Waiting[], today: string) {
  const lines = ORDER.flatMap((kind) => {
    const own = waiting.filter((it) => it.kind === kind).toSorted(byDay);
    const [first] = own;
    const total = Math.max(own.length, first?.total ?? 0);
    const { isAlike }: Kind = KINDS[kind];
    return first && total > (isAlike ? 1 : LISTED)
      ? [{ it: first, total }]
      : own.map((it) => ({ it, total: 1 }));
  });
  const overdue = lines
    .filter(({ it }) => isOverdue(it, today))
    .toSorted((a, b) => byDay(a.it, b.it));
  return [...overdue, ...lines.filter((line) => !overdue.includes(line))].map(({ it, total }) => {
    const kind: Kind = KINDS[it.kind];
    const isMany = total > 1;
    return {
      kind: it.kind,
      /** What is to be done: a sentence without its period. */
      text: isMany ? kind.many(total) : kind.one(it),
      /** How it goes on: by when or since when, with what stands between; may be empty. */
      when: whenText(it, { isMany, isPromise: kind.isPromise, today }),
      /** The page on which it is done. */
      to: kind.to(isMany ? undefined : it),
      isOverdue: isOverdue(it, today),
    };
  });
}

function whenText(
  it: Waiting,
  { isMany, isPromise, today }: { isMany: boolean; isPromise: boolean | undefined; today: string },
): string {
  if (it.due) {
    const day = dayText(it.due);
    const isPast = isOverdue(it, today);
    if (isPromise && isMany) return `, the first with results promised by ${day}`;
    if (isPromise) return `: results ${isPast ? 'were' : 'are'} promised by ${day}`;
    if (isMany) return isPast ? `, the first was due ${day}` : `, the first by ${day}`;
    return isPast ? `: it was due ${day}` : ` by ${day}`;
  }
  if (!it.since) return '';
  return isMany ? `, the oldest from ${dayText(it.since)}` : ` (since ${dayText(it.since)})`;
}

function isOverdue({ due }: Waiting, today: string): boolean {
  return due !== undefined && due < today;
}

/** What is due before what is not; else the oldest first. */
function byDay(a: Waiting, b: Waiting): number {
  const [one, other] = [a.due ?? `9${a.since ?? ''}`, b.due ?? `9${b.since ?? ''}`];
  return one < other ? -1 : Number(one > other);
}

function amountOf({ cents = 0, product }: Waiting): string {
  const amount = formatCents(Math.abs(cents));
  return product ? `${amount} for ${codeAndName(product)}` : amount;
}

function codeAndName({ id, name }: { id: number; name: string }): string {
  return `${paddedId(id)} ${name}`;
}

function testPage(it: Waiting | undefined): string {
  return it?.product
    ? href('/admin/testing/:id', { id: String(it.product.id) })
    : href('/admin/testing');
}
