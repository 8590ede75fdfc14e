import { href } from 'react-router';
import type { Operator } from '#app/config.ts';
import { CONTRIBUTOR_AGE_YEARS } from '#app/pages/facts.ts';
import { whoWeAre, writeTo } from '#app/pages/legal-operator.ts';
import type { LegalSection } from '#app/pages/legal-section.ts';
import { COOKIES, KEPT, STORED_IN_BROWSER } from '#app/pages/legal-records.ts';

const YOURS = `[your contributions](${href('/view-contributions')})`;

/** The privacy policy: what the program stores, and nothing that it does not. */
export function privacy(operator: Operator): readonly LegalSection[] {
  return [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        [
          'There are no accounts and no passwords. You can read everything without telling us who you are.',
          'We store your email where you give it to us: to pay, to follow a product, to subscribe or to look up what you gave.',
          'Card numbers never reach this site; the payment provider takes them.',
          'We do not sell or rent data, show advertising, or load anything from other companies’ servers into these pages.',
          `You can download and erase what is stored under your email yourself, under ${YOURS}.`,
        ],
      ],
    },
    { id: 'who', title: 'Who is responsible', blocks: whoWeAre(operator) },
    {
      id: 'what-we-store',
      title: 'What we store, and why',
      blocks: [
        [
          'When you pay: your email, as you typed it for the payment; what you gave to which product or to the project; when; what became of it (paid, refunded, contested); and the payment provider’s numbers for the payment and, for a monthly donation, for you as its customer. We need it to fund products, to send receipts, to refund and to keep books.',
          'With each checkout: a hash of a random cookie and a hash of your network address, so that nobody can block products with checkouts that are never paid.',
          'When you submit a product: its name, brand, web page and barcode, which everybody can read once you have paid, and your comments, which we alone read.',
          'When you ask for a refund: your reason, if you give one, and our answer.',
          'When you follow a product: your email, the product, and the hash of your browser’s cookie, so that only this browser can show or end it.',
          'When you subscribe: your email, and, on the home page, what you were searching for, which tells us what people would like to have tested.',
          'When we write to you: your email, which letter it was, whether it was sent, and whether its mail server said that there is no such mailbox. Also which letters you have stopped.',
          'When you look up what you gave: a salted hash of the code that we mail to you, how often it was guessed, and a session of 30 minutes.',
        ],
        'The grounds are, in the words of European law: a contract with you for payments, submissions, refunds and lookups; your consent for letters, which you can withdraw in every one of them; our legitimate interest in a site that is not abused; and a legal duty where books have to be kept.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies, and what your browser keeps',
      blocks: [
        'Both cookies are our own, can’t be read by scripts, and are needed for what you ask for. Reading pages sets none.',
        COOKIES.map(({ name, what }) => `\`${name}\`: ${what}`),
        'Your browser also keeps a few things for itself. They stay on your device, and you can delete them there:',
        STORED_IN_BROWSER.map(({ key, what }) => `\`${key}\`: ${what}`),
      ],
    },
    {
      id: 'events',
      title: 'How the site is used',
      blocks: [
        `We count a few things that happen, such as a product being viewed, added to a funding list or followed, a question of the FAQ being opened, or a checkout being completed. An event is stored on this site with its name, a few plain values (for example the product’s number and an amount), the path of the page, and the time. Stored with it is no email, no cookie, no network address and nothing else that tells who you are or that ties it to another event of yours. Events are deleted after ${KEPT.eventsDays} days.`,
      ],
    },
    {
      id: 'who-else',
      title: 'Who else gets data',
      blocks: [
        [
          'Stripe, which takes payments on its own pages under [its own privacy policy](https://stripe.com/privacy). It tells us your email, what was paid, and whether it was refunded or contested; if you contest a payment, also the name given with it and the brand, country and last four digits of the card, which we look at and do not store. We never get a full card number.',
          'The mail provider of the operator, which delivers our letters to you.',
          'Your bank, through Stripe, if you contest a payment: what you bought, when, and the letters about it that were sent to you.',
          'The company whose computers the site runs on, which stores it on our behalf.',
          'Authorities, where a law obliges us.',
        ],
        'Contributions are public as sums and as a number of people, never with a name or an email. If you give crypto where that is offered, the transfer is public on its blockchain, and another company’s checkout has its own policy.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long it is kept',
      blocks: [
        [
          'Contributions, donations and refunds: for as long as the books are kept.',
          'Follows and subscriptions: until you end them or erase your data.',
          `A subscription that is never confirmed: ${KEPT.unconfirmedDays} days.`,
          `Records of letters: ${KEPT.mailsDays} days; of codes and links that you asked for, one day.`,
          `Messages of the payment provider: after they have been worked on only their numbers are kept, for ${KEPT.webhooksDays} days.`,
          'Counts that limit how often something can be tried: a day.',
        ],
      ],
    },
    {
      id: 'your-rights',
      title: 'What you can do',
      blocks: [
        `Under ${YOURS}, once you have shown by a code that an email is yours:`,
        [
          'See and download all that is stored under it, as a file.',
          'Have it erased. Monthly donations are cancelled first, then your email goes from every place where it is stored. What you gave stays in the books under no name, refunds still arrive, and it can’t be undone. While a payment is under way nothing is erased.',
          'Ask for a refund of a contribution whose testing has not begun.',
        ],
        `What letters come to you is changed by the link at the end of each. Stripe keeps its own records of payments, as it has to. If the law of your country gives you more, such as a correction or an objection, ${writeTo(operator)}; you can also complain to its data protection authority.`,
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        `Contributors have to be ${CONTRIBUTOR_AGE_YEARS} or older, and the site is not made for children to leave data on. If a child has, ${writeTo(operator)} and we erase it.`,
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'If what the site stores changes, this text and its date change with it. A change that matters to people we can write to is announced by a letter.',
      ],
    },
  ];
}
