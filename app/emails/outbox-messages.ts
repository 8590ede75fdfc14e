/** What the outbox says. */

export const OUTBOX_LEAD =
  'No mail server is set, so emails stay here. Whoever has this page’s address can read them.';
export const OUTBOX_EMPTY = 'No email has been queued yet.';
export const NOT_FOUND = 'There is no such page.';
