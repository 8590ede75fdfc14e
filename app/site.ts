import { TESTED_FOR } from '#app/kit/facts.ts';
/**
 * What somebody who runs this site under another name changes here; name and tagline can be set by
 * SITE_NAME and SITE_TAGLINE as well. What differs from one installation to the next, such as
 * addresses, keys and wallets, is a setting (`config.ts`); one that is not set hides what would show
 * it, and none is invented.
 */
export interface Site {
  name: string;
  /** Prefix of cookies and browser storage keys: the funding list lives in `<slug>-cart`. */
  slug: string;
  tagline: string;
  description: string;
  /** Who runs it, where they have said so (OPERATOR_NAME). */
  operator?: string | undefined;
  /** The data project whose published results the tested list shows. */
  resultsSource: { name: string; url: string };
}

const set = namesSet();

export const site: Site = {
  name: set.name || 'OpenAssay',
  slug: 'openassay',
  tagline: set.tagline || 'Know what is in it.',
  description: `Fund independent laboratory tests of everyday products for ${TESTED_FOR}, and read the results as risk figures.`,
  operator: set.operator || undefined,
  resultsSource: { name: 'PlasticList', url: 'https://www.plasticlist.org/' },
};

/**
 * What is set instead, validated by `config.ts`. A browser is told by the document, so that it draws
 * what the server has drawn.
 */
function namesSet(): Partial<Record<'name' | 'tagline' | 'operator', string | undefined>> {
  if (typeof document !== 'undefined') {
    const { name, tagline, operator } = document.documentElement?.dataset ?? {};
    return { name, tagline, operator };
  }
  const { SITE_NAME, SITE_TAGLINE, OPERATOR_NAME } = process.env;
  return {
    name: SITE_NAME?.trim(),
    tagline: SITE_TAGLINE?.trim(),
    operator: OPERATOR_NAME?.trim(),
  };
}
