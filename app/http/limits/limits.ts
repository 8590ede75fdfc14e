/*
 * Every limit of the program, as data; docs/limits.md says why they are as they are.
 */

const MINUTES = 60;
const HOUR = 3_600;
const DAY = 86_400;

export interface Rule {
  /**
   * Whom it counts. `address`: an IPv4 address, or the /64 of an IPv6 address. `browser`: the visitor's
   * cookie. `network`: the /24 of IPv4 or the /48 of IPv6 around the address. `mailbox`: one mailbox from wherever it is asked for. `pair`: one mailbox from one address.
   */
  by: 'address' | 'browser' | 'network' | 'mailbox' | 'pair';
  /** Windows begin with the clock's own hours and days, in UTC. */
  seconds: number;
  /** Allowed in a window. */
  most: number;
}

export interface RateLimit {
  /** As the log and the metrics name it. */
  name: string;
  rules: readonly Rule[];
  /** In their place, for a browser that has proven the mailbox: nobody else can use these up. */
  own?: readonly Rule[];
}

const hourly = (by: Rule['by'], most: number): Rule => ({ by, seconds: HOUR, most });
const daily = (by: Rule['by'], most: number): Rule => ({ by, seconds: DAY, most });

/**
 * What mails something to whoever is named. The pair keeps one address from using up a mailbox's
 * share, and six addresses from closing it; the mailbox keeps guesses at its codes few.
 */
const ASKED_FOR: readonly Rule[] = [
  hourly('address', 20),
  hourly('pair', 5),
  daily('pair', 6),
  daily('mailbox', 40),
];
const FOR_ONESELF: readonly Rule[] = [hourly('pair', 10)];

export const CODES: RateLimit = { name: 'send-verification', rules: ASKED_FOR, own: FOR_ONESELF };
export const MANAGE_LINKS: RateLimit = {
  name: 'send-manage-link',
  rules: ASKED_FOR,
  own: FOR_ONESELF,
};
export const SIGN_IN_LINKS: RateLimit = {
  name: 'sign-in-link',
  rules: [hourly('address', 20), hourly('pair', 5), daily('pair', 6), daily('mailbox', 60)],
  own: FOR_ONESELF,
};
/** The sentence for a confirmed address tells that it is known (decision 0018): few may be asked. */
export const SUBSCRIPTIONS: RateLimit = {
  name: 'subscribe',
  rules: [hourly('address', 10), ...ASKED_FOR.filter(({ by }) => by !== 'address')],
  own: FOR_ONESELF,
};
/** Mails nothing by itself, and letters for years. */
export const FOLLOWS: RateLimit = {
  name: 'follow',
  rules: [hourly('address', 60), daily('pair', 15), daily('mailbox', 30)],
  own: [hourly('pair', 60)],
};

/** What is written to administrators, who read all of it. */
export const CONTACT_MESSAGES: RateLimit = {
  name: 'contact-message',
  rules: [hourly('address', 5), daily('address', 15)],
};

/** Objections that become public, each once its writer has confirmed it. */
export const OBJECTIONS: RateLimit = {
  name: 'objection',
  rules: [hourly('address', 2), daily('address', 5), hourly('network', 4), daily('network', 10)],
};

/** Tables too long to be kept, each read anew; a copy that is current is not counted. */
export const WHOLE_TABLES: RateLimit = { name: 'whole-table', rules: [hourly('address', 60)] };

/** Files of releases and parts of them, each by its megabytes, one at least. */
export const RELEASE_FILES = manners('release-file', 2_000);

/** Photos of products: each is decoded, and administrators look at all of them. */
export const SENT_PHOTOS: RateLimit = { name: 'sent-photo', rules: [hourly('address', 10)] };

/** A code takes five guesses, and codes are limited: these keep one address from costing us time. */
export const GUESSES: RateLimit = { name: 'verify-code', rules: [hourly('address', 60)] };
export const SIGN_IN_TRIES: RateLimit = { name: 'sign-in', rules: [hourly('address', 30)] };

/** What a mailed link, a code's cookie or a payment opens: that is the right to it, these are manners. */
export const MAIL_PREFERENCES = manners('mail-preferences', 120);
/** With a wrong secret: its owner's news is not counted. */
export const RETURNED_MAIL = manners('returned-mail', 60);
export const CONFIRMATIONS = manners('confirm-subscription', 60);
export const MONTHLY_DONATIONS = manners('monthly-donations', 60);
export const MOVES = manners('move-contribution', 60);
export const PORTAL_SESSIONS = manners('create-portal-session', 30);
export const CHECKOUT_SUCCESS = manners('checkout-success', 300);
/** For whoever has proven to be the person of a mailbox. */
export const MY_DATA: RateLimit = { name: 'my-data', rules: [hourly('mailbox', 20)] };
export const ERASURES: RateLimit = { name: 'erase-my-data', rules: [hourly('mailbox', 10)] };
export const REFUND_REQUESTS: RateLimit = { name: 'refund-request', rules: [daily('mailbox', 50)] };

/** Questions of assistants: many people's may come from the machines of one. */
export const ASSISTANTS = manners('mcp', 1_200);

/** Checkouts begun, against card testing; `times` as many where one machine buys for all. */
export const checkouts = (times: number): RateLimit => ({
  name: 'create-checkout',
  rules: [
    { by: 'address', seconds: 10 * MINUTES, most: 120 * times },
    { by: 'browser', seconds: 10 * MINUTES, most: 30 * times },
  ],
});

/** Events of the site's own analytics, in bytes as they are stored: a visit makes some dozen kilobytes. */
export const EVENT_BYTES: RateLimit = {
  name: 'events',
  rules: [{ by: 'address', seconds: 10 * MINUTES, most: 200_000 }, daily('address', 2_000_000)],
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
/** Codes that are tried to sign in as one administrator, whatever their links. */
export const SIGN_IN_CODES = { ...SECOND_FACTOR_CODES, name: 'second-factor:sign-in' };

function manners(name: string, most: number): RateLimit {
  return { name, rules: [{ by: 'address', seconds: 10 * MINUTES, most }] };
}
