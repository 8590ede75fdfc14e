import { href } from 'react-router';

/** The administrators' pages, as their navigation and the first of them name them. */
export const adminSections = [
  { to: href('/admin'), text: 'Overview', what: 'What is going on.' },
  {
    to: href('/admin/testing'),
    text: 'Testing',
    what: 'Funded products, with their samples, what they cost, and what is left.',
  },
  {
    to: href('/admin/products'),
    text: 'Products',
    what: 'Find any product. Change, hide, merge, or remove it, or give it a photo.',
  },
  {
    to: href('/admin/submissions'),
    text: 'Submissions',
    what: 'Products that visitors added and nobody has reviewed yet, and what people were searching for.',
  },
  {
    to: href('/admin/people'),
    text: 'People',
    what: 'Recent payments, and any by person, card, product, amount, or day; refunds, requests, disputes, and messages.',
  },
  {
    to: href('/admin/results'),
    text: 'Results',
    what: 'Upload a laboratory’s file, see what it changes, publish it, or correct it with a reason.',
  },
  {
    to: href('/admin/digest'),
    text: 'Digest',
    what: 'Preview the next issue, send it, and see how the last ones went.',
  },
  {
    to: href('/admin/trail'),
    text: 'Trail',
    what: 'Who did what, and when. Nothing here is ever changed or removed.',
  },
  {
    to: href('/admin/account'),
    text: 'Your account',
    what: 'Where you are signed in, your second factor, and which emails you get.',
  },
] as const;
