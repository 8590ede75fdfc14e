import { href } from 'react-router';
import type { Operator } from '#app/config.ts';
import { CONTRIBUTOR_AGE_YEARS } from '#app/kit/facts.ts';
import type { ProseBlock } from '#app/pages/prose-text.ts';
import { changesSince } from './legal-changes.ts';
import { whoWeAre, writeTo } from './legal-operator.ts';
import type { LegalSection, OthersHere } from './legal-section.ts';
import { KEPT } from '#app/kit/kept.ts';
import { COOKIES, STORED_FOR_AMPLITUDE, STORED_IN_BROWSER } from './legal-records.ts';

/** The section that tells what is counted, and takes an answer back. */
export const EVENTS_ID = 'events';

const YOURS = `[your contributions](${href('/view-contributions')})`;

/** The privacy policy: what the program stores, and nothing that it does not. */
export function privacy(operator: Operator, others: OthersHere): readonly LegalSection[] {
  return [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        [
          'There are no accounts and no passwords. You can read everything without telling us who you are.',
          'We store your email where you give it to us: to pay, to follow a product, to subscribe or to look up what you gave.',
          'Card numbers never reach this site; the payment provider takes them.',
          'We do not sell or rent data, and we show no advertising.',
          `Pages load nothing from other companies’ servers on their own. ${loadedWhenAsked(others)}`,
          ...(others.amplitude
            ? ['Visits are counted by Amplitude, a company, only if you say yes to it.']
            : []),
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
          'When you pay: your email, as you typed it for the payment; what you gave to which product or to the project, and what a donation is for, which the payment provider keeps, too; when; what became of it (paid, moved, refunded, disputed); and the payment provider’s numbers for the payment and, for a monthly donation, for you as its customer. We need it to fund products, to send receipts, to refund and to keep books.',
          `With each checkout: a hash of a random cookie, and a hash of your network address under a secret that changes every week, so that nobody can block products with checkouts that are never paid. The hash of the address goes after ${KEPT.addressDays} days, paid or not.`,
          'When you submit a product: its name, brand, web page, barcode and serving size, which everybody can read once you have paid, and your comments, which we alone read.',
          'When you ask for a refund: your reason, if you give one, and our answer. If one can only be paid another way than it was given: the day, the number of that payment at our bank, and why.',
          `When we ask you where a contribution should go: a hash of the link in that email, and whether it was used, for ${KEPT.moveLinksDays} days.`,
          'When you follow a product: your email, the product, and the hash of your browser’s cookie, so that only this browser can show or end it.',
          'When you subscribe: your email, and, on the home page, what you were searching for, which tells us what people would like to have tested.',
          'When we write to you: your email, which email it was, whether it was sent, and whether its mail server said that there is no such mailbox. Also which emails you have stopped.',
          'When you write to us by the form on Contact: your email and what you wrote, which the administrators of this site read, also by email.',
          'When you look up what you gave: a salted hash of the code that we email to you, how often it was guessed, and a session of 30 minutes.',
          'When you give a code or open a link that we emailed to you: that this browser, by the hash of its cookie, has shown that it belongs to a reader of that mailbox. What others ask for in your name then can’t keep you from what you ask for.',
        ],
        'The grounds are, in the words of European law: a contract with you for payments, submissions, refunds and lookups; your consent for newsletters and news of products, which you can withdraw in every one of them, and for what is loaded from others when you ask for it; our legitimate interest in a site that is not abused; and a legal duty where books have to be kept.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies, and what your browser keeps',
      blocks: [
        'These cookies are our own, can’t be read by scripts, and are needed for what you ask for. Reading pages sets none. Over https their names begin with `__Host-`, so that no other site can set them.',
        COOKIES.map(({ name, what }) => line({ key: name, what })),
        'Your browser also keeps a few things for itself. They stay on your device, and you can delete them there:',
        STORED_IN_BROWSER.map(line),
        ...(others.amplitude
          ? ['Because Amplitude may count visits here:', STORED_FOR_AMPLITUDE.map(line)]
          : []),
        ...(others.chat
          ? [
              'Once you have opened the chat, Intercom keeps cookies and entries of its own, whose names begin with `intercom`, to know you again for up to nine months. None is there before.',
            ]
          : []),
      ],
    },
    {
      id: EVENTS_ID,
      title: 'How the site is used',
      blocks: others.amplitude ? countedByAmplitude() : countedHere(),
    },
    {
      id: 'who-else',
      title: 'Who else gets data',
      blocks: [
        [
          'Stripe, which takes payments on its own pages under [its own privacy policy](https://stripe.com/privacy). It tells us your email, what was paid, and whether it was refunded or disputed; if you dispute a payment, or we look for one, also the name given with it and the brand, country and last four digits of the card, which we look at and do not store. We never get a full card number. With a payment for a product that you add, it keeps what you wrote about the product; your comments go from there too when you erase your data.',
          'The mail provider of the operator, which delivers our emails to you.',
          'Your bank, through Stripe, if you dispute a payment: what you bought, when, and the emails about it that were sent to you.',
          'The company whose computers the site runs on, which stores it on our behalf.',
          ...othersWhoGetData(others),
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
          `What you write to us by the form on Contact: ${KEPT.messagesDays} days.`,
          `Records of emails: ${KEPT.mailsDays} days; of codes and links that you asked for, one day.`,
          `Messages of the payment provider: after they have been worked on only their numbers are kept, for ${KEPT.webhooksDays} days.`,
          'Counts that limit how often something can be tried: a day.',
          `That a browser belongs to a reader of a mailbox, by a code or a link: ${KEPT.ownBrowserDays} days after it last showed that.`,
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
          'Have it erased. Monthly donations are canceled first, then your email goes from every place where it is stored. What you gave stays in the books under no name, refunds still arrive, and it can’t be undone. While a payment is under way nothing is erased.',
          'Request a refund of a contribution whose testing has not begun.',
        ],
        `The link at the end of each email changes which of them you get. Stripe keeps its own records of payments, as it has to. If the law of your country gives you more, such as a correction or an objection, ${writeTo(operator)}; you can also complain to its data protection authority.`,
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
        'If what the site stores changes, this text changes with it, and says here what changed on which day. A change that matters to people we can write to is announced by email.',
        ...changesSince('privacy'),
      ],
    },
  ];
}

function line({ key, what }: { key: string; what: string }): string {
  return `\`${key}\`: ${what}`;
}

/** What the site itself counts; nobody is asked, because nobody can be told from another. */
function countedHere(): ProseBlock[] {
  return [
    `We count a few things that happen, such as a product being viewed, added to a funding list or followed, a question of the FAQ being chosen, or a checkout being completed. An event is stored on this site with its name, a few plain values (for example the product’s number and an amount), the path of the page, the time, and a random number of its own, so that it is stored once. Stored with it is no email, no cookie, no network address and nothing else that tells who you are or that ties it to another event of yours. No other company is told of it. After ${KEPT.eventsDays} days at most, events are deleted; what stays is how often each came on a day, for ${KEPT.eventSumsDays} days.`,
    SAYING_NO,
  ];
}

function countedByAmplitude(): ProseBlock[] {
  return [
    'On this site [Amplitude](https://amplitude.com/privacy), a company in the United States, counts visits for us, and only if you have said yes. You are asked once. Before you answer and after a no, nothing is sent to it, and everything works the same.',
    'After a yes an event goes to Amplitude when something happens, such as a product being viewed, added to a funding list or followed, a question of the FAQ being chosen, or a checkout being completed: its name, a few plain values (for example the product’s number and an amount), the path of the page, the time, and the random number that recognizes your browser. Where we have turned that on at Amplitude, views of pages and clicks on them are counted as well, but never on pages that show somebody’s email or payments. Emails, and the part of an address after its question mark, are taken out before anything is sent. Amplitude’s servers see your network address, as every server does; we do not have it recorded.',
    'To take a yes back, press the button below: your answer and all that Amplitude keeps in this browser are deleted, you are asked again, and nothing that comes after can be tied to what was before.',
    SAYING_NO,
  ];
}

const SAYING_NO =
  'A browser that says Do Not Track or sends the Global Privacy Control is not counted at all, and not asked.';

function loadedWhenAsked({ chat }: OthersHere): string {
  return chat
    ? 'Two things do when you press their button: the chat, and a post of a social network that is quoted in the blog.'
    : 'One thing does when you press its button: a post of a social network that is quoted in the blog.';
}

/** Beside the payment and the emails; each only after a yes or a press. */
function othersWhoGetData({ amplitude, chat }: OthersHere): string[] {
  return [
    ...(amplitude
      ? ['Amplitude, after a yes of yours, as said under “How the site is used”.']
      : []),
    ...(chat
      ? [
          'Intercom, if you open the chat: what you write there, the page you opened it from, your network address and what your browser tells of itself, under [its own privacy policy](https://www.intercom.com/legal/privacy). Until you open it, nothing is asked of it.',
        ]
      : []),
    'X (Twitter), if you press “Show the post here” at a quoted post: your network address, what your browser tells of itself, and that you look at this post here, under [its own privacy policy](https://x.com/en/privacy). We tell it that you do not want to be tracked. Until you press, nothing is asked of it.',
  ];
}
