import { site } from '#app/site.ts';

/** Every cookie there is. */
export const COOKIES: readonly { name: string; what: string }[] = [
  {
    name: `${site.slug}_browser`,
    what: 'a random number that recognizes this browser, for a year. It is set when you first send something that belongs to a browser, such as a checkout or a follow.',
  },
  {
    name: `${site.slug}_lookup`,
    what: 'opens the list of your contributions, for 30 minutes, after you have given the right code.',
  },
  {
    name: `${site.slug}.session_token`,
    what: 'keeps an administrator of this site signed in, for a day after it was last used. Nobody else gets it.',
  },
];

/** Every key that pages keep in the browser's storage, and what stands under it. */
export const STORED_IN_BROWSER: readonly { key: string; what: string }[] = [
  {
    key: `${site.slug}-cart`,
    what: 'your funding list, until you have paid for it or emptied it.',
  },
  {
    key: 'userEmail',
    what: 'the email that you follow products under, so that you don’t have to type it again.',
  },
  {
    key: `${site.slug}-saved`,
    what: 'the reports and products that you saved, and what each said when you looked last.',
  },
  { key: `${site.slug}-day`, what: 'how much you eat of what you saved in a day, and for whom.' },
  { key: 'lab_results_unit', what: 'the unit that you chose for tables of results.' },
  { key: `${site.slug}-body-weight`, what: 'the body weight that you chose for reports.' },
  {
    key: `${site.slug}-compare`,
    what: 'the tested products that you mean to compare, until the tab is closed.',
  },
  {
    key: `${site.slug}-submission`,
    what: 'what you have typed about a product to submit, until you have paid or closed the tab.',
  },
  {
    key: `${site.slug}-lookup`,
    what: 'that the list of your contributions is open in this tab.',
  },
  {
    key: `${site.slug}-checkout-tracked:…`,
    what: 'that a checkout of yours has been counted, so that a reload does not count it again.',
  },
  {
    key: `${site.slug}-checkout-order:…`,
    what: 'what you paid for, as the page after the payment shows it, until the tab is closed.',
  },
  {
    key: `${site.slug}-social-post`,
    what: 'which post of a social network you asked to see, for the moment in which the page is loaded for it.',
  },
  {
    key: `${site.slug}-page-asked-for`,
    what: 'which page you asked for, where the site was updated meanwhile, until that page is loaded.',
  },
  {
    key: 'react-router-scroll-positions',
    what: 'how far you had scrolled on each page, for the way back, until the tab is closed.',
  },
];

/** What is kept besides where Amplitude counts visits. */
export const STORED_FOR_AMPLITUDE: readonly { key: string; what: string }[] = [
  {
    key: 'analytics-consent',
    what: 'your answer to the question whether Amplitude may count what you do here.',
  },
  {
    key: 'AMP_…',
    what: 'after a yes: Amplitude’s own. A cookie with a random number that recognizes this browser, for a year; events that could not be sent yet; and, where that is turned on, which site you came from.',
  },
];
