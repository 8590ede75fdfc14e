import { dayText } from '#app/kit/day-text.ts';
import { LEGAL_UPDATED } from '#app/kit/facts.ts';
import type { ProseBlock } from '#app/pages/prose-text.ts';

/** What changed in a legal text on one day, a sentence for each change. */
interface LegalChange {
  /** As `2026-11-21`. */
  day: string;
  what: readonly string[];
}

/** What changed since the edition whose date the page shows, newest first (decision 0035). */
export const LEGAL_CHANGES: Record<'privacy' | 'terms' | 'numbers', readonly LegalChange[]> = {
  // Of `kit/numbers.ts` and of the chemicals tested for, for what else is dated and states one: posts. None has changed yet.
  numbers: [],
  privacy: [
    {
      day: '2026-11-28',
      what: [
        'No longer names a hash of the network around your network address: it is not stored anymore.',
        'No longer names a cookie for some seconds after you have changed something: it is not set anymore.',
        'Says that we store what a donation is for, if it is given once, too.',
        'Says nothing of sponsors of matches, because there are no matches anymore.',
      ],
    },
    {
      day: '2026-11-26',
      what: [
        'Says what is stored of a sponsor of a match, and that a name is public if they want one to be.',
      ],
    },
    {
      day: '2026-11-25',
      what: [
        'Names a cookie that is set for some seconds after you have changed something, where this site has copies of its database.',
        'Says that we store what a monthly donation is for, and that the payment provider keeps it too.',
        'Says that it is stored where you moved a contribution, and a hash of the link by which we ask you.',
      ],
    },
    {
      day: '2026-11-24',
      what: [
        'Says that we also look at the name and last four digits of a card when we look for a payment. We still do not store them.',
        'Says that Stripe keeps what you wrote about a product that you add, and that your comments go from there too when you erase your data.',
      ],
    },
    {
      day: '2026-11-23',
      what: [
        'Says “dispute” where it said “contest”, “turned on” where it said “switched on”, and some sentences more simply.',
      ],
    },
    {
      day: '2026-11-22',
      what: [
        'Says how the names of cookies begin over https.',
        'Network addresses, and the networks around them, are hashed under a secret that changes every week, and an order loses those hashes after 14 days.',
        'We remember for 180 days that a browser belongs to a reader of a mailbox, so that nobody else’s requests get in its way.',
        'Events of the site’s own statistics are deleted after 30 days; what stays is how often each came on a day.',
        'Says that what you write to us by the form on Contact is stored, who reads it, and for how long it is kept.',
        'Says that the serving size of a product you submit is public, like its name.',
        'Speaks of emails where it said letters, and says some sentences more simply.',
      ],
    },
    {
      day: '2026-11-21',
      what: [
        'Says which other companies can get data, and that each does so only after a yes or a press: those that the operator uses, and X for a post that is quoted in the blog.',
        'Says that a counted event carries a random number of its own, and that a browser which asks not to be tracked is not counted.',
        'Names the two cookies of an administrator’s sign-in, and two more entries that your browser keeps for itself.',
        'Says what is stored of a refund that is paid another way than it was given.',
      ],
    },
  ],
  terms: [
    {
      day: '2026-11-28',
      what: [
        'A donation can be for whatever is closest to its goal, given once too, and of one category too. What it gives to products is a contribution, and what fits nowhere is a donation.',
        'There are no pools anymore. A monthly donation that was for one is for whatever is closest to its goal from now on, until you choose something else.',
        'Says nothing of matches, because there are none anymore: a sponsor gives as everybody does.',
      ],
    },
    {
      day: '2026-11-26',
      what: [
        'Says what a match is, and what becomes of it where a matched gift goes back or is moved.',
        'Says by which terms a sponsor pays in for a match.',
      ],
    },
    {
      day: '2026-11-25',
      what: [
        'A monthly donation can be for a pool, or for whatever is closest to its goal. What it gives to them is a contribution, and what fits nowhere is a donation. Nothing changes for monthly donations that were begun before, unless you choose so.',
        'Says what becomes of money for a pool.',
        'A contribution can be moved to another product, to a pool, or to the project until testing begins, and we ask you 35 days before it would be refunded for a missed goal.',
      ],
    },
    {
      day: '2026-11-23',
      what: ['Says “dispute” where it said “contest”, and some sentences more simply.'],
    },
    {
      day: '2026-11-22',
      what: [
        'If a part of a payment is contested, only that part stops counting.',
        'Says “automatically” where it said “by itself”, and “anyone” where it said “whoever”.',
        'A product that loses the goal it had reached can be funded again for 14 days after you were told, so that a refund may come up to 14 days after day 365.',
      ],
    },
    {
      day: '2026-11-21',
      what: [
        'A refund that fails may be paid another way.',
        'Says what becomes of what is left when a test is done, and of what a test lacks.',
        'A begun test that can’t be finished is ended.',
        'A product that was listed twice is made one, and a product can be hidden while we look into it.',
      ],
    },
  ],
};

/** Days and words of what changed, newest first. */
export function changesOf(key: keyof typeof LEGAL_CHANGES): string[] {
  return LEGAL_CHANGES[key].flatMap(({ day, what }) =>
    what.map((sentence) => `${dayText(day)}: ${sentence}`),
  );
}

/** The same, to stand at the end of a legal text. */
export function changesSince(key: 'privacy' | 'terms'): readonly ProseBlock[] {
  const lines = changesOf(key);
  return lines.length === 0 ? [] : [`Changes since ${LEGAL_UPDATED}:`, lines];
}
