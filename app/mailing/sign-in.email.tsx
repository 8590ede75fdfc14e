import { Action, Letter, Note, Paragraph } from '#app/mailing/letter.email.tsx';

/** The link that signs an administrator in. */
export function SignInLink({ url, minutes }: { url: string; minutes: number }) {
  return (
    <Letter title="Your login link" preview={`It works for ${minutes} minutes, once.`}>
      <Paragraph>This opens a page with a button that signs you in:</Paragraph>
      <Action href={url}>Sign in</Action>
      <Paragraph>
        It works for {minutes} minutes, once, in any browser. If you ask for another link, this one
        still works until then.
      </Paragraph>
      <Note>
        If you did not ask for it, do not open it, and do not send it to anybody: nothing happens
        without your mailbox.
      </Note>
    </Letter>
  );
}
