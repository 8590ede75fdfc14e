import { desc, gte, sql } from 'drizzle-orm';
import { operator } from '#app/config.ts';
import { Digest } from '#app/letters/mails/digest.email.tsx';
import { isEmpty } from '#app/letters/mails/digest-news.ts';
import { gatherDigest, loadDigestNews } from '#app/letters/mails/gather-digest.server.ts';
import { digestPreview } from '#app/letters/mails/load-digest.server.ts';
import {
  isLeftToClock,
  namesOf,
  nextDigestAt,
  recipientsOf,
  whyNoDigest,
} from './send-digest.server.ts';
import { renderLetter } from '#app/letters/mails/send-mails.server.ts';
import { db } from '#app/database/db.server.ts';
import type { RenderedMail } from '#app/mail/mail-transport.server.ts';
import { digestIssues, mails } from '#db/schema.ts';

/** Issues shown, the newest first. */
const SHOWN = 12;

/** The next issue as it would leave now, and what became of the last ones. Moments in ISO 8601. */
export async function loadDigestDesk() {
  const { items } = await gatherDigest(db());
  const { subject, text } = (await previewOf(items)) ?? { subject: null, text: null };
  return {
    hasAddress: operator().address !== null,
    byClock: await isLeftToClock(),
    nextAt: (await nextDigestAt(db()))?.toISOString() ?? null,
    why: (await whyNoDigest(db(), items)) ?? null,
    recipients: (await recipientsOf(db())).length,
    seen: namesOf(items),
    subject,
    text,
    issues: await listIssues(),
  };
}

/** The next issue as it would leave now; undefined where it has nothing to tell. */
export async function previewDigest(): Promise<RenderedMail | undefined> {
  return previewOf((await gatherDigest(db())).items);
}

async function previewOf(items: Parameters<typeof loadDigestNews>[0]) {
  const news = await loadDigestNews(items);
  if (isEmpty(news)) return undefined;
  const shown = await digestPreview(news);
  return renderLetter({ subject: Digest.subject(shown), letter: Digest(shown) });
}

/** How far an issue is: copies that left, wait, were given up, or that nobody wanted any more. */
export interface IssueProgress {
  number: number;
  madeAt: string;
  recipients: number;
  sent: number;
  waiting: number;
  failed: number;
  withheld: number;
}

async function listIssues(): Promise<IssueProgress[]> {
  const issues = await db()
    .select()
    .from(digestIssues)
    .orderBy(desc(digestIssues.number))
    .limit(SHOWN);
  const [oldest] = issues.slice(-1);
  if (!oldest) return [];
  const issue = sql<number>`(${mails.params}->>'issue')::int`;
  const isSent = sql`${mails.sentAt} is not null`;
  const isDead = sql`${mails.sentAt} is null and ${mails.deadAt} is not null`;
  const counted = (which: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${which}))::int`;
  const rows = await db()
    .select({
      issue,
      sent: counted(isSent),
      waiting: counted(sql`${mails.sentAt} is null and ${mails.deadAt} is null`),
      failed: counted(sql`${isDead} and not ${mails.isWithheld}`),
      withheld: counted(sql`${isDead} and ${mails.isWithheld}`),
    })
    .from(mails)
    .where(sql`${mails.name} = 'digest' and ${gte(mails.createdAt, oldest.madeAt)}`)
    .groupBy(issue);
  return issues.map(({ number, madeAt, recipients }) => {
    const {
      sent = 0,
      waiting = 0,
      failed = 0,
      withheld = 0,
    } = rows.find((row) => row.issue === number) ?? {};
    return { number, madeAt: madeAt.toISOString(), recipients, sent, waiting, failed, withheld };
  });
}
