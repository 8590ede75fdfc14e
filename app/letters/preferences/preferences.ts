/**
 * What one click of a mail program ends: `digest` (once also `newsletter`), `product-<code>`,
 * `kind-<key>`, or, unnamed, everything; undefined where it says anything else.
 */
export function changeFor(from: string | undefined) {
  if (from === undefined) return { kind: 'everything', on: false } as const;
  if (from === 'newsletter' || from === 'digest') return { kind: 'digest', on: false } as const;
  const key = /^kind-([\da-z-]{1,30})$/.exec(from)?.[1];
  if (key) return { kind: 'unfollow-kind', key } as const;
  const code = /^product-(\d{1,9})$/.exec(from)?.[1];
  return code ? ({ kind: 'unfollow', product_id: Number(code) } as const) : undefined;
}

/** "a…e@example.org": enough to know one's own address by. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(email.slice(0, at));
  const shown = local.length > 2 ? `${local[0]}…${local.at(-1)}` : `${local[0] ?? ''}…`;
  return shown + email.slice(at);
}
