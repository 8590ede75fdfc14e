/**
 * What somebody who runs this site under another name would change. Each value can be set by an
 * environment variable of the name given in `docs` order below: SITE_NAME, SITE_TAGLINE, …
 * An address that is not set hides what would show it; none is invented.
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
