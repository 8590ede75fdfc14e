import type { Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';

/** Queues an email to whoever paid, where an address is known: once under its name and `key`. */
export async function mailPayer(
  tx: Tx,
  payer: { email: string | null } | undefined,
  name: string,
  params: Record<string, string>,
  key: string,
): Promise<void> {
  if (!payer?.email) return;
  const dedupeKey = `${name}:${key}`;
  await queueMails(tx, [{ name, toEmail: payer.email, params, dedupeKey }]);
}
