import { test as base } from './fixture.ts';
import { siteApart } from './site.ts';

/** Tests at a site apart: one with another name, addresses, posts and photos than the visitors' site has. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => use(siteApart()),
});

/** What the site apart is set to. */
export const APART = {
  SITE_NAME: 'Plain Label',
  SITE_TAGLINE: 'Read it first.',
  SUPPORT_EMAIL: 'help@site.example',
  CRYPTO_WALLET_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
  CRYPTO_CHECKOUT_URL: 'https://coins.example/checkout/1',
  BLOG_FOLDERS: 'content/blog,test/data/blog',
};
