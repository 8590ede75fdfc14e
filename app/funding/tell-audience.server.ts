import { audienceOf } from './store.server.ts';
import { kindOf } from '#app/catalogue/kinds.ts';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';

/** Mails queued by one statement: PostgreSQL takes 65,535 parameters. */
const PAGE = 1_000;

type ProductNews =
  | 'goal-reached'
  | 'second-chance'
  | 'testing-begun'
  | 'testing-ended'
  | 'results-published'
  | 'results-corrected';

/** What also reaches who follows the product's kind. */
const ofResults: ReadonlySet<ProductNews> = new Set(['results-published', 'results-corrected']);

/**
 * Queues a mail to everyone whom a product concerns, in the transaction of what it tells of: one a
 * person and happening, and to the administrators where its test can be ordered now. `happening`
 * tells apart what can happen to a product more than once, and the mail is written from it; `except`
 * are addresses, normalised, that another mail tells.
 * Resolves to whether there was anybody.
 */
export async function tellAudience(
  tx: Tx,
  productId: number,
  name: ProductNews,
  happening?: string,
  except: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const key = [name, productId, ...(happening ? [happening] : [])].join(':');
  if (name === 'goal-reached') {
    await notifyAdministrators(tx, name, { params: { productId }, key });
  }
  await holdAddresses(tx);
  const kind = ofResults.has(name) ? kindOf(productId)?.key : null;
  const concerned = await audienceOf(tx, productId, kind);
  const audience = concerned.filter(({ emailNormalised }) => !except.has(emailNormalised));
  for (let at = 0; at < audience.length; at += PAGE) {
    await queueMails(
      tx,
      audience.slice(at, at + PAGE).map(({ email, emailNormalised }) => ({
        name,
        toEmail: email,
        params: { productId, ...(happening ? { happening } : {}) },
        dedupeKey: `${key}:${emailNormalised}`,
      })),
    );
  }
  return audience.length > 0;
}
