import { site } from '#app/site.ts';

/** Every cookie there is. */
export const COOKIES: Record<string, string> = {
  [`${site.slug}_browser`]:
    'a random number that recognizes this browser, for a year. It is set when you first send something that belongs to a browser, such as a checkout or a follow.',
  [`${site.slug}_lookup`]:
    'opens the list of your contributions, for 30 minutes, after you have given the right code.',
  [`${site.slug}.session_token`]:
    'keeps an administrator of this site signed in, for a day after it was last used. Nobody else gets it.',
};

/** Every key that pages keep in the browser's storage, and what stands under it. */
export const STORED_IN_BROWSER: Record<string, string> = {
  [`${site.slug}-cart`]: 'your funding list, until you have paid for it or emptied it.',
  userEmail: 'the email that you follow products under, so that you don’t have to type it again.',
  [`${site.slug}-saved`]:
    'the reports and products that you saved, and what each said when you looked last.',
  [`${site.slug}-day`]: 'how much you eat of what you saved in a day, and for whom.',
  lab_results_unit: 'the unit that you chose for tables of results.',
  [`${site.slug}-body-weight`]: 'the body weight that you chose for reports.',
  [`${site.slug}-compare`]:
    'the tested products that you mean to compare, until the tab is closed.',
  [`${site.slug}-submission`]:
    'what you have typed about a product to submit, until you have paid or closed the tab.',
  [`${site.slug}-lookup`]: 'that the list of your contributions is open in this tab.',
  [`${site.slug}-checkout-tracked:…`]:
    'that a checkout of yours has been counted, so that a reload does not count it again.',
  [`${site.slug}-checkout-order:…`]:
    'what you paid for, as the page after the payment shows it, until the tab is closed.',
  [`${site.slug}-social-post`]:
    'which post of a social network you asked to see, for the moment in which the page is loaded for it.',
  [`${site.slug}-page-asked-for`]:
    'which page you asked for, where the site was updated meanwhile, until that page is loaded.',
  'react-router-scroll-positions':
    'how far you had scrolled on each page, for the way back, until the tab is closed.',
};

/** What is kept besides where Amplitude counts visits. */
export const STORED_FOR_AMPLITUDE: Record<string, string> = {
  'analytics-consent': 'your answer to the question whether Amplitude may count what you do here.',
  'AMP_…':
    'after a yes: Amplitude’s own. A cookie with a random number that recognizes this browser, for a year; events that could not be sent yet; and, where that is turned on, which site you came from.',
};
