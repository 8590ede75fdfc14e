import type { AnsweredMessage, FactorChange, ObjectionMail } from './load-person.server.ts';
import { oneLine } from './words.ts';
import { GROUNDS } from '#app/contact/objection.ts';
import { site } from '#app/site.ts';

/** The link that signs an administrator in. */
export const signInLink = ({ url, minutes }: { url: string; minutes: number }) => ({
  subject: 'Your login link',
  preview: `It works for ${minutes} minutes, once.`,
  says: [
    'This opens a page with a button that signs you in:',
    { action: 'Sign in', href: url },
    `It works for ${minutes} minutes, once, in any browser. If you ask for another link, this one still works until then.`,
    {
      note: 'If you did not ask for it, don’t open it and don’t forward it. Nobody can use it without access to your email.',
    },
  ],
});

const CHANGES = {
  on: {
    subject: 'Your second factor was turned on',
    preview:
      'From now on, signing in takes a code from your authenticator app as well as the emailed link.',
  },
  off: {
    subject: 'Your second factor was turned off',
    preview: 'From now on, the emailed link alone signs you in.',
  },
  codes: {
    subject: 'You have new recovery codes',
    preview: 'Your old recovery codes no longer work.',
  },
};

/** Tells an administrator that their second factor is another one. */
export const secondFactorChanged = ({ change, at, accountUrl }: FactorChange) => ({
  ...CHANGES[change],
  says: [
    `${CHANGES[change].preview} This was done on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
    { action: 'Your account', href: accountUrl },
    {
      note: 'Wasn’t this you? Sign out everywhere right away, and ask the person who runs the server to take you off the list of administrators and put you back on it. That ends all sessions and removes the second factor.',
    },
  ],
});

/**
 * The code that opens what is stored under an address. It is one word, spaced by style alone, so
 * that a double click copies it; spelled out below for whoever hears the letter.
 */
export function verificationCode({ code }: { code: string | undefined }) {
  if (code === undefined) {
    return {
      subject: 'Nothing is stored under this address',
      preview: 'If you gave under another, ask for a code there.',
      says: [
        'Someone asked for a code that shows the contributions of this address. There are none, and nothing else is stored under it. If you gave under another address, ask for a code there: it is the one that your receipt went to.',
        { note: 'If it wasn’t you, you can ignore this email.' },
      ],
    };
  }
  return {
    subject: 'Your code',
    preview: 'It works for 30 minutes, once.',
    says: [
      'Type this code on the page where you asked for it:',
      { code },
      { note: `One by one: ${[...code].map((one) => LOOKALIKES[one] ?? one).join(', ')}.` },
      'It works for 30 minutes, once, and only in the browser that asked for it. After five wrong tries it stops working, and you can ask for another.',
      {
        note: 'We never ask you for this code. If someone else requested it with your address, they can’t use it without access to your email. You don’t need to do anything.',
      },
    ],
  };
}

/** Characters that look like another in some fonts are named. */
const LOOKALIKES: Record<string, string> = {
  '0': '0 (zero)',
  O: 'O (the letter)',
  '1': '1 (one)',
  I: 'I (the letter)',
};

/** Asks whether a subscription is wanted; the link's page has the button that confirms it. */
export const subscriptionToConfirm = ({ url }: { url: string }) => ({
  subject: 'Confirm your subscription',
  preview: 'One click, and you’re on the list.',
  says: [
    `Someone, most likely you, signed this address up for news from ${site.name}: what was tested, and what was found. The link opens a page with a button that confirms it.`,
    { action: 'Confirm on our page', href: url },
    {
      note: 'Wasn’t you? Do nothing, and you won’t get any news. An address that nobody confirms is deleted after 30 days.',
    },
  ],
});

/** Asks whether an objection is its writer's; the link's page has the button that makes it public. */
export const objectionToConfirm = ({ url, name, ground }: ObjectionMail) => ({
  subject: 'Confirm your objection',
  preview: 'One click, and we answer it in public.',
  says: [
    `Someone, most likely you, objects to the results of ${name}: ${GROUNDS[ground].toLowerCase()}. The link opens a page with a button that confirms it. From then on the report says what was objected to, and we answer there within 14 days.`,
    { action: 'Confirm on our page', href: url },
    {
      note: 'Wasn’t you? Do nothing. An objection that nobody confirms is deleted after 30 days.',
    },
  ],
});

/** What an administrator answers to a message by the form on Contact, which stands below it. */
export const messageAnswer = ({ answer, text }: AnsweredMessage) => ({
  subject: `Our answer to your message to ${site.name}`,
  title: 'Our answer',
  preview: oneLine(answer, 120),
  says: [...answer.split(/\n+/), { note: 'You wrote to us:' }, { quote: text }],
});
