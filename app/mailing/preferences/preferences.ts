/** What the owner of an address gets, as the preference page shows it. */
export interface Preferences {
  /** Masked: a mail may have been passed on. */
  email: string;
  newsletter: ListState;
  /** What the home page offers. */
  updates: ListState;
  /** Products they hear of, because they follow them or gave to them. */
  follows: NamedCode[];
  /** Products that they want to hear no more of. */
  stopped: NamedCode[];
  /** False: nothing is sent but what they ask or pay for. */
  everything: boolean;
  /** A mail server said that there is no such mailbox. */
  bounced: boolean;
}

export type ListState = 'none' | 'unconfirmed' | 'on';

export interface NamedCode {
  product_id: number;
  name: string;
}

export type PreferenceChange =
  | { kind: 'unfollow'; product_id: number }
  | { kind: 'newsletter'; on: boolean }
  | { kind: 'updates'; on: boolean }
  /** Both lists: what goes to them is one letter. */
  | { kind: 'digest'; on: false }
  | { kind: 'everything'; on: boolean };

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
