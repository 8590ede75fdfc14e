/** The sentences of the mailing room's screens. */

export const OUTBOX_LEAD =
  'No mail server is set, so mails stay here. This page exists on such a machine only.';
export const OUTBOX_EMPTY = 'No mail has been queued yet.';
export const NOT_FOUND = 'There is no such page.';
