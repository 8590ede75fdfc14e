/** Pages that show somebody's address or payments: of them only our own events tell. */
const PRIVATE = /^\/(view-contributions|email|success|donate\/manage|login|admin|dev)(\/|$)/;

/** Whether a page's address may itself be a secret, or its page show one. */
export function isPrivatePage(pathname: string): boolean {
  return PRIVATE.test(pathname);
}
