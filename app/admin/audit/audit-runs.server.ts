import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { AuditReport } from './audit.ts';
import type { AuditEntry } from './audit-schema.ts';
import { audit } from './audit.server.ts';
import { compareWithLog } from './compare-with-log.server.ts';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { isShort } from '#app/ledger/solvency.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, findRow, inTransaction, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { enqueue } from '#app/database/queue.server.ts';
import { auditEntries, auditRuns } from '#db/schema.ts';

export const RUN_AUDIT_JOB = 'run-audit';

export type AuditRun = ReturnType<typeof shown>;
/** What a run found, but for the entries themselves. */
export type AuditSummary = Omit<AuditReport, 'entries'> & ReturnType<typeof summed>;
export type ListedEntry = Awaited<ReturnType<typeof listEntries>>[number];

/** A run that has not said anything for so long has died with its process. */
const SILENT_MINUTES = 10;
/** Runs older than this are forgotten, but for the last. */
const RETENTION_DAYS = 90;
/** Rows written in one statement. */
const BATCH_ENTRIES = 500;

/** Begins a run, in whichever process takes the job; false where one is under way. */
export async function startAudit(by: Actor): Promise<boolean> {
  return administer(by, async (tx, note) => {
    const runId = await beginRun(tx);
    if (!runId) return false;
    await note({ action: 'run-audit', subject: `audit ${runId}` });
    return true;
  });
}

/** Begins a run by the clock, unless one is under way. */
export async function startNightlyAudit(): Promise<void> {
  await inTransaction(beginRun);
}

async function beginRun(tx: Tx): Promise<string | undefined> {
  await endSilentRuns(tx);
  const moment = now();
  const [run] = await tx
    .insert(auditRuns)
    .values({ startedAt: moment, progressedAt: moment })
    .onConflictDoNothing()
    .returning({ id: auditRuns.id });
  if (run) await enqueue(tx, RUN_AUDIT_JOB, { runId: run.id });
  return run?.id;
}

/**
 * Runs the audit and keeps what it found, saying meanwhile how far it is. One that fails stands as
 * failed: an administrator runs another. What a killed process had begun begins anew elsewhere.
 */
export async function carryOutAudit(runId: string): Promise<void> {
  if ((await findRun(runId))?.status !== 'running') return;
  try {
    const report = await audit((what, read) => progressed(runId, { what, read }));
    for (const found of (await compareWithLog(now())).found) {
      report.problems.push({ rule: 'all stands as it was sealed in the log', found: { found } });
      report.matches = false;
    }
    for (const problem of report.problems) log.error(problem, 'the books are not right');
    await keep(runId, report);
  } catch (error) {
    log.error({ err: error, runId }, 'audit failed');
    await inTransaction(async (tx) => {
      if (await end(tx, runId, 'failed')) await tell(tx, runId);
    });
  }
}

/** The newest run, or the newest that is done; undefined before the first. */
export async function latestAudit(which: 'any' | 'done' = 'any') {
  const [run] = await db()
    .select()
    .from(auditRuns)
    .where(which === 'done' ? eq(auditRuns.status, 'done') : undefined)
    .orderBy(desc(auditRuns.startedAt))
    .limit(1);
  return run && shown(run);
}

/** One run by its id. */
export async function findAudit(runId: string) {
  const run = await findRun(runId);
  return run && shown(run);
}

async function findRun(runId: string) {
  return isUuid(runId) ? findRow(auditRuns, eq(auditRuns.id, runId)) : undefined;
}

/** The first entries of a run, without their contributions: at most `limit`. */
export async function listEntries(runId: string, limit: number) {
  const entry = sql<Omit<AuditEntry, 'contributions'>>`${auditEntries.entry} - 'contributions'`;
  const payments = sql<number>`jsonb_array_length(${auditEntries.entry} -> 'contributions')`;
  return db()
    .select({ entry, payments })
    .from(auditEntries)
    .where(eq(auditEntries.runId, runId))
    .orderBy(asc(auditEntries.position))
    .limit(limit);
}

/** Every entry of a run in full, the differences first and the demonstration products last. */
export async function allEntries(runId: string): Promise<AuditEntry[]> {
  const rows = await db()
    .select({ entry: auditEntries.entry })
    .from(auditEntries)
    .where(eq(auditEntries.runId, runId))
    .orderBy(asc(auditEntries.position));
  return rows.map(({ entry }) => entry as AuditEntry);
}

/** Forgets runs of long ago; the last stays. */
export async function pruneAudits(): Promise<void> {
  const before = daysAgo(RETENTION_DAYS);
  const last = sql`(select max(started_at) from ${auditRuns} where status = 'done')`;
  await db()
    .delete(auditRuns)
    .where(and(lt(auditRuns.startedAt, before), sql`${auditRuns.startedAt} < ${last}`));
}

async function endSilentRuns(tx: Tx): Promise<void> {
  const moment = now();
  const ended = await tx
    .update(auditRuns)
    .set({ status: 'failed', finishedAt: moment })
    .where(and(eq(auditRuns.status, 'running'), lt(auditRuns.progressedAt, silentSince(moment))))
    .returning({ id: auditRuns.id });
  for (const { id } of ended) await tell(tx, id);
}

function silentSince(moment: Date): Date {
  return new Date(moment.getTime() - SILENT_MINUTES * 60_000);
}

async function progressed(runId: string, progress: { what: string; read: number }): Promise<void> {
  await db()
    .update(auditRuns)
    .set({ progress, progressedAt: now() })
    .where(and(eq(auditRuns.id, runId), eq(auditRuns.status, 'running')));
}

/** Writes entries and report in one transaction, unless another has ended the run. */
async function keep(runId: string, { entries, ...report }: AuditReport): Promise<void> {
  await inTransaction(async (tx) => {
    const summary: AuditSummary = { ...report, ...summed(entries) };
    if (!(await end(tx, runId, 'done', summary))) return;
    if (!report.matches || isShort(report.solvency)) await tell(tx, runId);
    const rows = inOrder(entries).map((entry, position) => ({
      runId,
      position,
      productId: entry.product_id,
      isDemo: entry.is_demo,
      entry,
    }));
    for (let at = 0; at < rows.length; at += BATCH_ENTRIES) {
      await tx.insert(auditEntries).values(rows.slice(at, at + BATCH_ENTRIES));
    }
  });
}

function tell(tx: Tx, runId: string): Promise<void> {
  return notifyAdministrators(tx, 'audit', { params: { runId }, key: runId });
}

async function end(
  tx: Tx,
  runId: string,
  status: 'done' | 'failed',
  report: AuditSummary | null = null,
): Promise<boolean> {
  const moment = now();
  const ended = await tx
    .update(auditRuns)
    .set({ status, report, finishedAt: moment, progressedAt: moment })
    .where(and(eq(auditRuns.id, runId), eq(auditRuns.status, 'running')))
    .returning({ id: auditRuns.id });
  return ended.length > 0;
}

/** Differences first, demonstration products last, else as they came. */
function inOrder(entries: AuditEntry[]): AuditEntry[] {
  const rank = (entry: AuditEntry) => Number(entry.is_demo) * 2 + Number(entry.discrepancy === 0);
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

/** Totals of the real products; the demonstration ones are counted apart and summed nowhere. */
function summed(entries: AuditEntry[]) {
  const real = entries.filter(({ is_demo }) => !is_demo);
  // In whole cents: fractions of dollars do not add up.
  const sum = (of: (entry: AuditEntry) => number) =>
    real.reduce((total, entry) => total + Math.round(of(entry) * 100), 0) / 100;
  return {
    /** How many real products have an entry, and how many demonstration ones. */
    products: real.length,
    demos: entries.length - real.length,
    totals: {
      stripe_total: sum((entry) => entry.stripe_total),
      supabase_amount: sum((entry) => entry.supabase_amount),
      discrepancy: sum((entry) => entry.discrepancy),
    },
  };
}

/** A run, as far as it has come. Moments in ISO 8601. */
function shown(run: typeof auditRuns.$inferSelect) {
  const isSilent = run.status === 'running' && run.progressedAt < silentSince(now());
  return {
    id: run.id,
    status: (isSilent ? 'failed' : run.status) as 'running' | 'done' | 'failed',
    /** What is being read at Stripe, and how much of it; null before the first page. */
    progress: run.progress as { what: string; read: number } | null,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    /** Set once it is done. */
    report: run.report as AuditSummary | null,
  };
}
