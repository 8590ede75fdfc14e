import type { FactorChange } from './load-person.server.ts';

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
