import { isFundable } from '#app/catalogue/product-code.ts';

/** What emails are about: `news`, `product:1012`, `report:93`, `kind:yogurt`; each kind has a record in `topic-kinds.server.ts`. */
export type Topic = string;

export const NEWS: Topic = 'news';
/** The one stop for every topic, those to come included. */
export const EVERYTHING: Topic = 'everything';

/** The topic of a code: a product or, by PlasticList's number of what was not funded here, its report. */
export function topicOfCode(code: number): Topic {
  return `${isFundable(code) ? 'product' : 'report'}:${code}`;
}

/** Its kind, and which of that kind it is. */
export function topicParts(topic: Topic): [kind: string, key: string] {
  const [kind = '', key = ''] = topic.split(':');
  return [kind, key];
}

/** How the link in an email says a topic, by its `from`. */
export function linkOf(topic: Topic): string {
  return topic === NEWS
    ? 'digest'
    : topic.replace(/^(?:product|report):/, 'product-').replace(':', '-');
}

/**
 * The topic that a link in an email ends, by its `from`: `digest` (once also `newsletter`), `product-<code>`,
 * `kind-<key>`; without one it is everything. undefined where it says anything else.
 */
export function topicOfLink(from: string | undefined): Topic | undefined {
  if (from === undefined) return EVERYTHING;
  if (from === 'newsletter' || from === 'digest') return NEWS;
  const code = /^product-(\d{1,9})$/.exec(from)?.[1];
  if (code) return topicOfCode(Number(code));
  return /^(?!product|report)[a-z]+-[\da-z-]{1,40}$/.test(from)
    ? from.replace('-', ':')
    : undefined;
}

/** "a…e@example.org": enough to know one's own address by. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(email.slice(0, at));
  const shown = local.length > 2 ? `${local[0]}…${local.at(-1)}` : `${local[0] ?? ''}…`;
  return shown + email.slice(at);
}
