import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import type { RenderedMail } from '#app/mail/mail-transport.server.ts';
import { mails } from '#db/schema.ts';
import { eventually } from './story.ts';
import type { Visitor } from './visitor.ts';

/** Mails of a name that were queued for an address, the newest first. */
export async function queuedFor(toEmail: string, name: string) {
  const own = and(eq(mails.toEmail, toEmail), eq(mails.name, name));
  return db().select().from(mails).where(own).orderBy(desc(mails.createdAt));
}

/** Waits until so many mails of a name have been written for an address; the newest of them. */
export async function received(toEmail: string, name: string, count = 1): Promise<RenderedMail> {
  const sent = await eventually(
    () =>
      db()
        .select()
        .from(mails)
        .where(and(eq(mails.toEmail, toEmail), eq(mails.name, name), isNotNull(mails.sentAt)))
        .orderBy(desc(mails.createdAt)),
    (found) => found.length >= count,
  );
  return sent[0]!.rendered as RenderedMail;
}

/** The link of a mail that leads to this path, as a path with its query. */
export function linkIn({ html }: RenderedMail, path: string): string {
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to!.replaceAll('&amp;', '&'));
  const link = links.map((to) => new URL(to)).find((to) => to.pathname === path);
  if (!link) throw new Error(`no link to ${path} in ${links.join(' ')}`);
  return link.pathname + link.search;
}

/** The code of a mail. */
export function codeIn({ text }: RenderedMail): string {
  const code = /^\s*([A-Z0-9]{6})\s*$/m.exec(text)?.[1];
  if (!code) throw new Error(`no code in ${text}`);
  return code;
}

/** Sends for a code as this visitor and reads it. */
export async function sendForCode(visitor: Visitor, email = visitor.email): Promise<string> {
  const known = await queuedFor(email, 'verification-code');
  const before = known.filter(({ sentAt }) => sentAt).length;
  const asked = await visitor.post('/api/send-verification', { email });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return codeIn(await received(email, 'verification-code', before + 1));
}

/** Opens this visitor's list of contributions by a mailed code. */
export async function lookUp(visitor: Visitor, email = visitor.email): Promise<void> {
  const check_code = await sendForCode(visitor, email);
  const body = { check_email: email, check_code };
  const checked = await visitor.post('/api/verify-contribution-code', body);
  if (checked.body.valid !== true) throw new Error(JSON.stringify(checked.body));
}
