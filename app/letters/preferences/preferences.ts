import type { PreferenceChange } from './preferences-schema.ts';

/**
 * What one click of a mail program ends: `digest`, `newsletter`, `product-<code>`, or, unnamed,
 * everything;
 * undefined where it says anything else.
 */
export function changeFor(from: string | undefined): PreferenceChange | undefined {
  if (from === undefined) return { kind: 'everything', on: false };
  if (from === 'newsletter') return { kind: 'newsletter', on: false };
  if (from === 'digest') return { kind: 'digest', on: false };
  const code = /^product-(\d{1,9})$/.exec(from)?.[1];
  return code ? { kind: 'unfollow', product_id: Number(code) } : undefined;
}

/** "a…e@example.org": enough to know one's own address by. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(email.slice(0, at));
  const shown = local.length > 2 ? `${local[0]}…${local.at(-1)}` : `${local[0] ?? ''}…`;
  return shown + email.slice(at);
}
