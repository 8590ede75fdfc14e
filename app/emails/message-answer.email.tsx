import type { AnsweredMessage } from './load-person.server.ts';
import { oneLine } from './words.ts';
import { site } from '#app/site.ts';

/** What an administrator answers to a message by the form on Contact, which stands below it. */
export const messageAnswer = ({ answer, text }: AnsweredMessage) => ({
  subject: `Our answer to your message to ${site.name}`,
  title: 'Our answer',
  preview: oneLine(answer, 120),
  says: [...answer.split(/\n+/), { note: 'You wrote to us:' }, { quote: text }],
});
