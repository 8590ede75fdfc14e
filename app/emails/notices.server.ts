import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { isListed } from '#app/admin/sign-in/administrators.server.ts';
import { findAudit } from '#app/admin/audit/audit-runs.server.ts';
import { isOpenQuestion, standing } from '#app/admin/audit/audit.ts';
import { readToDo } from '#app/admin/todo/read-todo.server.ts';
import { siteUrl } from '#app/config.ts';
import { decisionDueAt } from '#app/funding/decision-due.ts';
import { readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { unmatchedKindOf } from '#app/funding/unmatched.server.ts';
import { formatCents, formatDollars } from '#app/kit/money.ts';
import { isUuid, listed, normaliseEmail } from '#app/kit/text.ts';
import { monthlyBooks } from '#app/ledger/monthly.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import type { MailParams, MailShown } from './shown.ts';
import { oneLine } from './words.ts';
import { clockTrouble } from '#app/stripe/clocks.server.ts';
import { db, findRow } from '#app/database/db.server.ts';
import type { NoticeKind } from '#app/mail/notice-kinds.ts';
import { webhookHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';
import {
  adminNotices,
  contactMessages,
  contributions,
  disputes,
  products,
  refundRequests,
  refunds,
  unmatched,
} from '#db/schema.ts';
import { REFUND_RULE } from '#app/kit/facts.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

const AT_THE_DESK = 'Open it to read what it says and to see whom to answer.';

/** What an administrator reads of one happening; a payer's address is for the desk to show. */
interface Told {
  /** A subject, and a heading in the daily email. */
  title: string;
  text: string;
  /** The desk's page about it. */
  path: string;
  /** What belongs to it, each with the desk's page about it. */
  lines?: { text: string; path: string }[];
  /** Who gets what an administrator answers to the email. */
  replyTo?: string;
}

/** One happening, to somebody who is an administrator still. */
export async function loadNotice({ kind, ...params }: MailParams, toEmail: string) {
  if (!(await isListed(db(), normaliseEmail(toEmail)))) return undefined;
  const notice = await read(String(kind), params);
  return notice && { ...notice, settingsUrl: settingsUrl() };
}
export type NoticeMail = MailShown<typeof loadNotice>;

/** What happened since the last daily email, in its order; undefined where all of it is settled. */
export async function loadDailyNotices({ digestId }: MailParams, toEmail: string) {
  if (!isUuid(String(digestId))) return undefined;
  const rows = await db()
    .select()
    .from(adminNotices)
    .where(
      and(
        eq(adminNotices.digestId, String(digestId)),
        eq(adminNotices.email, normaliseEmail(toEmail)),
      ),
    )
    // What waits stands above what happened.
    .orderBy(desc(eq(adminNotices.kind, 'to-do')), asc(adminNotices.id));
  const notices = [];
  for (const { kind, params } of rows) {
    const notice = await read(kind, params as MailParams);
    // What somebody wrote goes out with their address to answer to, or not at all.
    if (notice) notices.push(notice.replyTo ? { ...notice, text: AT_THE_DESK } : notice);
  }
  return notices.length > 0 ? { notices, settingsUrl: settingsUrl() } : undefined;
}
export type DailyMail = MailShown<typeof loadDailyNotices>;

async function read(kind: string, params: MailParams) {
  const notice = await told[kind as NoticeKind]?.(params);
  if (!notice) return undefined;
  const { title, path, lines, ...rest } = notice;
  return {
    ...rest,
    title: oneLine(title, 120),
    url: `${siteUrl()}${path}`,
    ...(lines
      ? { lines: lines.map((line) => ({ text: oneLine(line.text), url: siteUrl() + line.path })) }
      : {}),
  };
}

function settingsUrl(): string {
  return `${siteUrl()}/admin/account#notices`;
}

/** How each kind reads, by what is stored when the email leaves; undefined where it is settled. */
const told: Record<NoticeKind, (params: MailParams) => Promise<Told | undefined>> = {
  async 'dispute-opened'({ disputeId }) {
    const dispute = await findRow(disputes, eq(disputes.id, String(disputeId)));
    if (!dispute || dispute.closedAt) return undefined;
    const amount = formatCents(dispute.amountCents);
    const due = dispute.evidenceDueAt;
    const until = due && `${dayText(due)}, ${due.toISOString().slice(11, 16)} UTC`;
    return {
      title: `Dispute over ${amount}${due ? `: answer by ${dayText(due)}` : ''}`,
      text: `A bank disputes a payment of ${amount}, giving the reason “${dispute.reason.replaceAll('_', ' ')}”. ${until ? `Evidence is due at Stripe by ${until}.` : 'Stripe gives no deadline.'}`,
      path: '/admin/people#disputes',
    };
  },
  async 'refund-failed'({ refundId }) {
    const isFailed = eq(refunds.status, 'failed');
    const refund = await findRow(refunds, and(eq(refunds.id, String(refundId)), isFailed));
    if (!refund) return undefined;
    const amount = formatCents(refund.amountCents);
    return {
      title: `A refund of ${amount} failed`,
      text: `${amount} is still owed to its payer. Send it again, or pay it another way and note that.`,
      path: '/admin/people#failed-refunds',
    };
  },
  async unmatched({ unmatchedId }) {
    const row = await findRow(unmatched, eq(unmatched.id, String(unmatchedId)));
    if (!row || row.openCents === 0) return undefined;
    const amount = formatCents(Math.abs(row.openCents));
    const what = `A ${unmatchedKindOf(row.id, row.openCents)} of ${amount}`;
    return {
      title: `${what} is unmatched`,
      text: `${what} at Stripe fits no order, contribution, or refund of ours, or fits more than one. It counts toward nothing until you decide on it.`,
      path: '/admin/people#unmatched',
    };
  },
  async 'refund-requested'({ requestId }) {
    const [row] = await db()
      .select({
        cents: contributions.amountCents,
        product: testNamed(),
        askedAt: refundRequests.requestedAt,
      })
      .from(refundRequests)
      .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
      .leftJoin(products, eq(products.id, contributions.productId))
      .where(and(eq(refundRequests.id, String(requestId)), eq(refundRequests.status, 'open')));
    if (!row) return undefined;
    const amount = formatCents(row.cents);
    return {
      title: `Refund requested: ${amount}`,
      text: `A contributor asks for a refund of ${amount}${row.product ? ` given to ${oneLine(row.product)}` : ''}. Decide by ${dayText(decisionDueAt(row.askedAt))}.`,
      path: '/admin/people#requests',
    };
  },
  async message({ messageId }) {
    const isOpen = isNull(contactMessages.answeredAt);
    const own = and(eq(contactMessages.id, String(messageId)), isOpen);
    const message = await findRow(contactMessages, own);
    if (!message) return undefined;
    return {
      title: 'A visitor wrote to you',
      text: message.text,
      path: '/admin/people#messages',
      replyTo: message.email,
    };
  },
  async audit({ runId }) {
    const run = await findAudit(String(runId));
    const path = '/admin#audit';
    if (run?.status === 'failed') {
      const text =
        'Stripe, the ledger and the stored totals were not compared. Run the audit again.';
      return { title: 'The audit failed', text, path };
    }
    if (!run?.report) return undefined;
    const { totals, donations, balance, differences = [], unattributed, problems } = run.report;
    const { matches, solvency } = run.report;
    const held = solvency && standing(solvency);
    const missing = held?.shortBy
      ? `${held.there} is at Stripe and in the bank, and ${held.owed} is owed to products, people, and tests: ${held.shortBy} is missing.`
      : '';
    if (matches) {
      const title = `The site is ${held?.shortBy} short of what it owes`;
      return missing ? { title, text: missing, path } : undefined;
    }
    const isMoneyOff =
      problems.length === 0 ||
      [totals, donations, balance].some(({ discrepancy }) => discrepancy !== 0) ||
      differences.length > 0 ||
      unattributed.some(isOpenQuestion);
    const money = isMoneyOff
      ? `Stripe, the ledger and the stored totals do not agree, or a payment at Stripe is unaccounted for. Across all products, Stripe’s total minus the stored total is ${formatDollars(totals.discrepancy)}.`
      : '';
    const rules = [...new Set(problems.map(({ rule }) => `“${rule}”`))];
    const books = rules.length > 0 ? `What does not hold: ${listed(rules)}.` : '';
    return {
      title: 'The audit found a difference',
      text: [money, books, missing].filter(Boolean).join(' '),
      path,
    };
  },
  async 'webhooks-silent'() {
    const { warning } = await webhookHeartbeat();
    const title = 'Stripe’s webhooks have stopped arriving';
    return warning ? { title, text: warning, path: '/admin#work' } : undefined;
  },
  async clocks() {
    const trouble = await clockTrouble();
    const title = 'Clocks disagree, so refunds wait';
    return trouble ? { title, text: trouble, path: '/admin#money' } : undefined;
  },
  async 'refunds-held'() {
    const { isHeld, dueCents, heldCents } = await readLargeRefunds();
    if (!isHeld) return undefined;
    return {
      title: `${formatCents(dueCents)} in refunds needs your approval`,
      text: `${formatCents(dueCents)} is due to be refunded under ${REFUND_RULE}, out of ${formatCents(heldCents)} that products hold. An amount this large is not sent without approval. Check that it is right, then approve it.`,
      path: '/admin#money',
    };
  },
  async 'release-held'({ tables }) {
    return {
      title: 'A release of the open data is held back',
      text: `It would have fewer rows than the one before: ${tables}. Bring them back, or release it by openassay release --fewer-rows.`,
      path: '/admin#to-do',
    };
  },
  async 'goal-reached'({ productId }) {
    const product = await findRow(products, eq(products.id, Number(productId)));
    if (!product || product.raisedCents < product.targetCents) return undefined;
    return {
      title: `Goal reached: ${oneLine(testName(product))}`,
      text: `${oneLine(testName(product))} has raised ${formatCents(product.raisedCents)}. Its test can be ordered.`,
      path: `/admin/testing/${product.id}`,
    };
  },
  async submission({ productId }) {
    const product = await findRow(products, eq(products.id, Number(productId)));
    if (!product || product.removedAt) return undefined;
    return {
      title: `Submitted: ${oneLine(testName(product))}`,
      text: `A visitor submitted ${oneLine(testName(product))} and paid toward its test. Check that its entry is right.`,
      path: `/admin/products/${product.id}`,
    };
  },
  /** What a month moved of what Stripe and the bank have, and what they had at its end. */
  async month({ month }) {
    const until = (await monthlyBooks()).filter((row) => row.month <= String(month));
    const own = until.filter((row) => row.month === month);
    if (own.length === 0) return undefined;
    const there = (rows: typeof own, ...accounts: string[]) => {
      const counted = rows.filter(({ account }) => accounts.includes(account));
      return formatCents(0 - counted.reduce((sum, { cents }) => sum + cents, 0));
    };
    const moved = [...Map.groupBy(own, ({ what }) => what)].map(([what, rows]) => {
      return `${what} ${there(rows, 'bank', ...(what === 'payouts' ? [] : ['stripe', 'withheld']))}`;
    });
    return {
      title: `The books of ${dayText(String(month))}`,
      text: `By when it was booked, in UTC: ${listed(moved.filter((text) => !text.endsWith(' $0')))}. At its end ${there(until, 'stripe', 'withheld')} was at Stripe and ${there(until, 'bank')} in the bank.`,
      path: '/admin#money',
    };
  },
  /** The list as it is when the email leaves, however it was when that was queued. */
  async 'to-do'() {
    const todo = await readToDo();
    const [first] = todo;
    if (!first) return undefined;
    return {
      title: `${todo.length === 1 ? 'To do' : `${todo.length} things to do, first`}: ${first.text}${first.when}`,
      text: 'This is waiting for an administrator, the most pressing first.',
      lines: todo.map(({ text, when, to, isOverdue }) => {
        return { text: `${isOverdue ? 'Overdue: ' : ''}${text}${when}`, path: to };
      }),
      path: '/admin#to-do',
    };
  },
};
