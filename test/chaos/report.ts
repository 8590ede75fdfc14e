import { formatCents } from '#app/kit/money.ts';
import type { ChaosResult } from './run-chaos.ts';

/** What a run must have come to, beside books that are right. */
export interface Goals {
  succeeded: number;
  /** Kills that cut off a request or ended a transaction. */
  openKills: number;
}

/** Kills that hit work in the process's hands: a request unanswered, or a transaction open. */
export function openKills({ kills }: Pick<ChaosResult, 'kills'>): number {
  return kills.filter((kill) => kill.cutRequests > 0 || kill.openTransactions > 0).length;
}

/** The sentences of a run that has failed; empty for one that has not. */
export function failuresOf(result: ChaosResult, goals: Goals): string[] {
  const succeeded = result.tally.total('succeeded');
  const hit = openKills(result);
  return [
    ...result.problems,
    ...(succeeded < goals.succeeded
      ? [`only ${succeeded} operations succeeded of ${goals.succeeded}`]
      : []),
    ...(hit < goals.openKills ? [`only ${hit} kills hit open work of ${goals.openKills}`] : []),
  ];
}

/** The counts of a run as tables. */
export function reportOf(result: ChaosResult): string {
  const { tally, faults, kills, figures, plan } = result;
  const all = tally.total();
  const operations = [...tally.counts]
    .toSorted(([, a], [, b]) => b.succeeded - a.succeeded)
    .map(([does, { succeeded, refused, failed }]) => [
      does,
      succeeded,
      refused,
      failed,
      `${(((succeeded + refused + failed) / Math.max(1, all)) * 100).toFixed(1)}%`,
    ]);
  const outcome = (of: 'succeeded' | 'refused' | 'failed') => tally.total(of);
  const sum = (of: (kill: (typeof kills)[number]) => number) =>
    kills.reduce((total, kill) => total + of(kill), 0);
  return [
    `seed ${plan.seed}, plan ${plan.digest}`,
    '',
    table([
      ['operation', 'succeeded', 'refused', 'failed', 'share'],
      ...operations,
      ['all', outcome('succeeded'), outcome('refused'), outcome('failed'), ''],
    ]),
    table([['fault', 'struck'], ...Object.entries(faults)]),
    table([
      ['kills (SIGKILL)', kills.length],
      ['that hit open work', openKills(result)],
      ['requests cut off', sum((kill) => kill.cutRequests)],
      ['transactions cut off', sum((kill) => kill.openTransactions)],
      ['with stored work waiting', kills.filter((kill) => kill.waiting > 0).length],
    ]),
    ...(figures
      ? [
          table([
            ['payments at Stripe, each in the ledger once', figures.payments],
            ['paid', formatCents(figures.paidCents)],
            ['refunds made', figures.refunds],
            ['disputes', figures.disputes],
            ['payments of others', figures.foreign],
            ['disputes of them', figures.foreignDisputes],
            ['movements without a payment', figures.movements],
            ['events taken in', figures.events],
            ['refunds and disputes told of before their payment', figures.early],
            ['left for the project itself', formatCents(figures.leftCents)],
            ['letters queued', figures.mails],
          ]),
        ]
      : []),
  ].join('\n');
}

function table(rows: (string | number)[][]): string {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((row) => row[at]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  return `${lines.join('\n')}\n`;
}
