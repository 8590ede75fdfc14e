import { Letter, LetterNote, Paragraph, Quote } from './letter.email.tsx';
import type { AnsweredMessage } from './load-person.server.ts';
import { oneLine } from './words.ts';
import { site } from '#app/site.ts';

MessageAnswer.subject = () => `Our answer to your message to ${site.name}`;

/** What an administrator answers to a message by the form on Contact, which stands below it. */
export function MessageAnswer({ answer, text }: AnsweredMessage) {
  return (
    <Letter title="Our answer" preview={oneLine(answer, 120)}>
      {answer.split(/\n+/).map((line, at) => (
        <Paragraph key={at}>{line}</Paragraph>
      ))}
      <LetterNote>You wrote to us:</LetterNote>
      <Quote>{text}</Quote>
    </Letter>
  );
}
