/**
 * What somebody who runs this site under another name changes here. What differs from one
 * installation to the next, such as addresses, keys and wallets, is a setting (`config.ts`); one
 * that is not set hides what would show it, and none is invented.
 */
export interface Site {
  name: string;
  /** Prefix of cookies and browser storage keys: the funding list lives in `<slug>-cart` (spec §3). */
  slug: string;
  tagline: string;
  description: string;
  /** The data project whose published results the tested list shows. */
  resultsSource: { name: string; url: string };
}

export const site: Site = {
  name: 'OpenAssay',
  slug: 'openassay',
  tagline: 'Know what is in it.',
  description:
    'Fund independent laboratory tests of everyday products for phthalates, bisphenols and their substitutes, and read the results as risk figures.',
  resultsSource: { name: 'PlasticList', url: 'https://www.plasticlist.org/' },
};
