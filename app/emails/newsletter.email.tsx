import type { ObjectionMail } from './load-person.server.ts';
import { GROUNDS } from '#app/contact/objection.ts';
import { site } from '#app/site.ts';

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
