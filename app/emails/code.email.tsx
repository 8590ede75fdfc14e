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
