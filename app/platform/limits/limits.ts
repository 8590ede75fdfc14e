/*
 * Every limit of the program, as data; docs/limits.md says why they are as they are. What a browser
 * shows of itself (a proof of work, a mailbox it has proven) moves a limit, and nothing closes for all.
 */

const MINUTES = 60;
const HOUR = 3_600;
const DAY = 86_400;

/**
 * Whom a rule counts. `network`: each of the visitor's networks, the wider ones with more room.
 * `pair`: one mailbox from each of these networks. `mailbox`: one mailbox from wherever it is asked
 * for. `browser`: the visitor's cookie. `everybody`: all visitors together.
 */
export type Counted = 'network' | 'pair' | 'mailbox' | 'browser' | 'everybody';

export interface Rule {
  by: Counted;
  /** Windows begin with the clock's own hours and days, in UTC. */
  seconds: number;
  /** Allowed in a window to whoever just asks. */
  plain: number;
  /** Allowed to whoever brings a proof of work each time beyond that; `plain` where it is not set. */
  proven?: number;
}

export interface RateLimit {
  /** As the log and the metrics name it. */
  name: string;
  rules: readonly Rule[];
  /** In their place, for a browser that has proven the mailbox: nobody else can use these up. */
  own?: readonly Rule[];
}

/**
 * How much more room each wider network has than the narrowest: a /24 of IPv4 four addresses' worth; of
 * IPv6, whose customers get a /56 or a /48 and providers a /32, 2, 4 and 32.
 */
export const ROOM_BY_STEP: Record<number, readonly number[]> = {
  1: [1],
  2: [1, 4],
  4: [1, 2, 4, 32],
};
/** The same for one mailbox from wider networks: little, since one person asks for it. */
export const ROOM_FOR_A_PAIR: Record<number, readonly number[]> = {
  1: [1],
  2: [1, 1],
  4: [1, 1, 1, 2],
};

/**
 * What mails something to whoever is named. The pair keeps one network from using up a mailbox's
 * share, and six networks from closing it; the mailbox keeps guesses at its codes few.
 */
const ASKED_FOR: readonly Rule[] = [
  { by: 'network', seconds: HOUR, plain: 20, proven: 100 },
  { by: 'pair', seconds: HOUR, plain: 5 },
  { by: 'pair', seconds: DAY, plain: 6 },
  { by: 'mailbox', seconds: DAY, plain: 16, proven: 40 },
  { by: 'everybody', seconds: HOUR, plain: 1_000, proven: Infinity },
];
const FOR_ONESELF: readonly Rule[] = [{ by: 'pair', seconds: HOUR, plain: 10 }];

export const CODES: RateLimit = { name: 'send-verification', rules: ASKED_FOR, own: FOR_ONESELF };
export const MANAGE_LINKS: RateLimit = {
  name: 'send-manage-link',
  rules: ASKED_FOR,
  own: FOR_ONESELF,
};
/** The form takes no scripts, so that no proof is asked for. */
export const SIGN_IN_LINKS: RateLimit = {
  name: 'sign-in-link',
  rules: [
    { by: 'network', seconds: HOUR, plain: 20 },
    { by: 'pair', seconds: HOUR, plain: 5 },
    { by: 'pair', seconds: DAY, plain: 6 },
    { by: 'mailbox', seconds: DAY, plain: 60 },
  ],
  own: FOR_ONESELF,
};
/** The sentence for a confirmed address tells that it is known (decision 0018): few may be asked. */
export const SUBSCRIPTIONS: RateLimit = {
  name: 'subscribe',
  rules: [
    { by: 'network', seconds: HOUR, plain: 10, proven: 30 },
    ...ASKED_FOR.filter(({ by }) => by !== 'network'),
  ],
  own: FOR_ONESELF,
};
/** Mails nothing by itself, and letters for years. */
export const FOLLOWS: RateLimit = {
  name: 'follow',
  rules: [
    { by: 'network', seconds: HOUR, plain: 60, proven: 240 },
    { by: 'pair', seconds: DAY, plain: 15 },
    { by: 'mailbox', seconds: DAY, plain: 30, proven: 100 },
  ],
  own: [{ by: 'pair', seconds: HOUR, plain: 60 }],
};

/** What is written to administrators, who read all of it; the form takes no scripts, nor a proof. */
export const CONTACT_MESSAGES: RateLimit = {
  name: 'contact-message',
  rules: [
    { by: 'network', seconds: HOUR, plain: 5 },
    { by: 'network', seconds: DAY, plain: 15 },
  ],
};

/** A code takes five guesses, and codes are limited: these keep one network from costing us time. */
export const GUESSES: RateLimit = {
  name: 'verify-code',
  rules: [{ by: 'network', seconds: HOUR, plain: 60 }],
};
export const SIGN_IN_TRIES: RateLimit = {
  name: 'sign-in',
  rules: [{ by: 'network', seconds: HOUR, plain: 30 }],
};

/** What a mailed link, a code's cookie or a payment opens: that is the right to it, these are manners. */
export const MAIL_PREFERENCES = manners('mail-preferences', 120);
export const CONFIRMATIONS = manners('confirm-subscription', 60);
export const MONTHLY_DONATIONS = manners('monthly-donations', 60);
export const MOVES = manners('move-contribution', 60);
export const PORTAL_SESSIONS = manners('create-portal-session', 30);
export const CHECKOUT_SUCCESS = manners('checkout-success', 300);
export const MY_DATA = forAPerson('my-data', 20, HOUR);
export const ERASURES = forAPerson('erase-my-data', 10, HOUR);
export const REFUND_REQUESTS = forAPerson('refund-request', 50, DAY);

/**
 * Checkouts begun, against card testing; `CHECKOUTS_PER_ADDRESS` is what one network address may before
 * each costs a proof of work.
 */
export const checkouts = (perAddress: number): RateLimit => ({
  name: 'create-checkout',
  rules: [
    { by: 'network', seconds: 10 * MINUTES, plain: perAddress, proven: Infinity },
    { by: 'browser', seconds: 10 * MINUTES, plain: 30 },
  ],
});

/** Events of the site's own analytics, in bytes as they are stored: a visit makes some dozen kilobytes. */
export const EVENT_BYTES: RateLimit = {
  name: 'events',
  rules: [
    { by: 'network', seconds: 10 * MINUTES, plain: 200_000 },
    { by: 'network', seconds: DAY, plain: 2_000_000 },
  ],
};

/**
 * Emails a day, of all that strangers can cause together, to somebody who has nothing here: no payment, no
 * confirmed subscription, no browser that has proven the mailbox. News of products beyond
 * that waits for the next day, the rest is not written, and nobody is told.
 */
export const MAILS_TO_STRANGERS = { name: 'mail-to-stranger', hits: 3, windowSeconds: DAY };

/** Codes that somebody who is signed in tries, to change their second factor. */
export const SECOND_FACTOR_CODES = {
  name: 'second-factor:administrator',
  hits: 10,
  windowSeconds: 15 * MINUTES,
};

function manners(name: string, plain: number): RateLimit {
  return { name, rules: [{ by: 'network', seconds: 10 * MINUTES, plain }] };
}

/** For whoever has proven to be the person of a mailbox. */
function forAPerson(name: string, plain: number, seconds: number): RateLimit {
  return { name, rules: [{ by: 'mailbox', seconds, plain }] };
}
