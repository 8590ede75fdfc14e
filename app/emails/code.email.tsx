import { Code, Letter, LetterNote, Paragraph } from './letter.email.tsx';

const NOTHING = 'Nothing is stored under this address';

VerificationCode.subject = ({ code }: { code: string | undefined }) =>
  code ? 'Your code' : NOTHING;

/**
 * The code that opens what is stored under an address. It is one word, spaced by style alone, so
 * that a double click copies it; spelled out below for whoever hears the letter.
 */
export function VerificationCode({ code }: { code: string | undefined }) {
  return code === undefined ? (
    <Letter title={NOTHING} preview="If you gave under another, ask for a code there.">
      <Paragraph>
        Someone asked for a code that shows the contributions of this address. There are none, and
        nothing else is stored under it. If you gave under another address, ask for a code there: it
        is the one that your receipt went to.
      </Paragraph>
      <LetterNote>If it wasn’t you, you can ignore this email.</LetterNote>
    </Letter>
  ) : (
    <Letter title="Your code" preview="It works for 30 minutes, once.">
      <Paragraph>Type this code on the page where you asked for it:</Paragraph>
      <Code>{code}</Code>
      <LetterNote>
        One by one: {[...code].map((one) => LOOKALIKES[one] ?? one).join(', ')}.
      </LetterNote>
      <Paragraph>
        It works for 30 minutes, once, and only in the browser that asked for it. After five wrong
        tries it stops working, and you can ask for another.
      </Paragraph>
      <LetterNote>
        We never ask you for this code. If someone else requested it with your address, they can’t
        use it without access to your email. You don’t need to do anything.
      </LetterNote>
    </Letter>
  );
}

/** Characters that look like another in some fonts are named. */
const LOOKALIKES: Record<string, string> = {
  '0': '0 (zero)',
  O: 'O (the letter)',
  '1': '1 (one)',
  I: 'I (the letter)',
};
