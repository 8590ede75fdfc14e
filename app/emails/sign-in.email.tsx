import type { FactorChange } from './load-person.server.ts';
import { LetterAction, Letter, LetterNote, Paragraph } from './letter.email.tsx';

SignInLink.subject = () => 'Your login link';

/** The link that signs an administrator in. */
export function SignInLink({ url, minutes }: { url: string; minutes: number }) {
  return (
    <Letter title="Your login link" preview={`It works for ${minutes} minutes, once.`}>
      <Paragraph>This opens a page with a button that signs you in:</Paragraph>
      <LetterAction href={url}>Sign in</LetterAction>
      <Paragraph>
        It works for {minutes} minutes, once, in any browser. If you ask for another link, this one
        still works until then.
      </Paragraph>
      <LetterNote>
        If you did not ask for it, don’t open it and don’t forward it. Nobody can use it without
        access to your email.
      </LetterNote>
    </Letter>
  );
}

const CHANGES = {
  on: {
    title: 'Your second factor was turned on',
    what: 'From now on, signing in takes a code from your authenticator app as well as the emailed link.',
  },
  off: {
    title: 'Your second factor was turned off',
    what: 'From now on, the emailed link alone signs you in.',
  },
  codes: {
    title: 'You have new recovery codes',
    what: 'Your old recovery codes no longer work.',
  },
} as const;

SecondFactorChanged.subject = ({ change }: FactorChange) => CHANGES[change].title;

/** Tells an administrator that their second factor is another one. */
export function SecondFactorChanged({ change, at, accountUrl }: FactorChange) {
  const { title, what } = CHANGES[change];
  return (
    <Letter title={title} preview={what}>
      <Paragraph>
        {what} This was done on {at.slice(0, 10)} at {at.slice(11, 16)} UTC.
      </Paragraph>
      <LetterAction href={accountUrl}>Your account</LetterAction>
      <LetterNote>
        Wasn’t this you? Sign out everywhere right away, and ask the person who runs the server to
        take you off the list of administrators and put you back on it. That ends all sessions and
        removes the second factor.
      </LetterNote>
    </Letter>
  );
}
