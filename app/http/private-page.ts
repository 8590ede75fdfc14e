import { site } from '#app/site.ts';

/** Pages that show somebody's address, payments, or day: of them only our own events tell. */
const PRIVATE = /^\/(view-contributions|email|success|donate\/manage|login|admin|dev|day)(\/|$)/;

/** Whether a page's address may itself be a secret, or its page show one. */
export function isPrivatePage(pathname: string): boolean {
  return PRIVATE.test(pathname);
}

/** The title of a page that no search engine lists. */
export function unlistedMeta(title: string) {
  return [{ title: `${title} · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/**
 * What heads a page that shows what is one person's, or whose address holds a token: no search engine
 * lists it, and nobody is told of it. The origin alone goes along, by which a form without scripts is
 * known as the site's own.
 */
export function privateMeta(title: string) {
  return [...unlistedMeta(title), { name: 'referrer', content: 'strict-origin' }];
}
