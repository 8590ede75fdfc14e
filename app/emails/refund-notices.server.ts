import { and, desc, inArray, sql } from 'drizzle-orm';
import type { RefundNotice } from '#app/contributions/lookup.ts';
import { db } from '#app/database/db.server.ts';
import { mailsByName } from './mails.server.tsx';
import { renderLetter } from './send-mails.server.ts';
import { mails } from '#db/schema.ts';

/**
 * What tells of money that goes back. What warns of it beforehand is not among them: the contribution
 * says that itself, and each such letter would make a link anew.
 */
const NAMES = [
  'excess',
  'merged-excess',
  'refund-receipt',
  'refund-failed',
  'refund-otherwise',
  'refund-owed-again',
  'refund-asked',
  'refund-declined',
];
const SHOWN = 20;

/** The letters about refunds to an address, the newest first, as they would read now; whether or not they arrived. */
export async function refundNotices(emailNormalised: string): Promise<RefundNotice[]> {
  const rows = await db()
    .select()
    .from(mails)
    .where(and(sql`lower(${mails.toEmail}) = ${emailNormalised}`, inArray(mails.name, NAMES)))
    .orderBy(desc(mails.createdAt))
    .limit(SHOWN);
  const notices = [];
  for (const { id, name, params, toEmail, createdAt, deadAt } of rows) {
    const written = await mailsByName[name]?.write(params as never, toEmail, false);
    if (!written) continue;
    const { subject, text } = renderLetter(written);
    notices.push({ id, at: createdAt.toISOString(), subject, text, cameBack: deadAt !== null });
  }
  return notices;
}
