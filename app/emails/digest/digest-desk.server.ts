import { desc, gte, sql } from 'drizzle-orm';
import { operator } from '#app/config.ts';
import { gatherDigest, loadDigestNews } from '#app/emails/gather-digest.server.ts';
import { newsLines } from './draw-news.server.tsx';
import {
  isLeftToClock,
  namesOf,
  nextDigestAt,
  recipientsOf,
  whyNoDigest,
} from './send-digest.server.ts';
import { db } from '#app/database/db.server.ts';
import { digestIssues, mails } from '#db/schema.ts';

/** Issues shown, the newest first. */
const SHOWN = 12;

/** What the next issue would tell of now, and what became of the last ones. Moments in ISO 8601. */
export async function loadDigestDesk() {
  const { items } = await gatherDigest(db());
  return {
    hasAddress: operator().address !== null,
    byClock: await isLeftToClock(),
    nextAt: (await nextDigestAt(db()))?.toISOString() ?? null,
    why: (await whyNoDigest(db(), items)) ?? null,
    recipients: (await recipientsOf(db())).length,
    seen: namesOf(items),
    lines: newsLines(await loadDigestNews(items)),
    issues: await listIssues(),
  };
}

const NO_COPIES = { issue: 0, sent: 0, waiting: 0, failed: 0, withheld: 0 };

/** How far each issue is: copies that left, wait, were given up, or that nobody wanted any more. */
async function listIssues() {
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
    const { issue: _, ...copies } = rows.find((row) => row.issue === number) ?? NO_COPIES;
    return { number, madeAt: madeAt.toISOString(), recipients, ...copies };
  });
}
