import { href } from 'react-router';
import { site } from '#app/site.ts';

export interface FooterEntry {
  to: string;
  text: string;
}

/** The columns of the footer, each under its heading. */
export const footerColumns: { heading: string; entries: FooterEntry[] }[] = [
  {
    heading: 'Fund',
    entries: [
      { to: href('/'), text: 'Products to fund' },
      { to: href('/add-product'), text: 'Add product' },
      { to: href('/donate'), text: 'Donate' },
      { to: href('/view-contributions'), text: 'Your contributions' },
    ],
  },
  {
    heading: 'Results',
    entries: [
      { to: href('/plasticlist'), text: 'Tested products' },
      { to: href('/plasticlist/compare'), text: 'Compare products' },
      { to: href('/risk-methodology'), text: 'Methodology' },
      { to: href('/api/docs'), text: 'API' },
    ],
  },
  {
    heading: 'Project',
    entries: [
      { to: href('/about'), text: 'About' },
      { to: href('/transparency'), text: 'Open books and data' },
      { to: href('/faq'), text: 'FAQ' },
      { to: href('/blog'), text: 'Blog' },
      { to: href('/contact'), text: 'Contact' },
    ],
  },
];

export const legalEntry: FooterEntry = { to: href('/legal'), text: 'Legal' };

/** The data project whose results are shown; on another host. */
export const sourceEntry: FooterEntry = {
  to: site.resultsSource.url,
  text: site.resultsSource.name,
};
