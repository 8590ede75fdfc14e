import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '#test/support/database.ts';
import { failuresOf, reportOf } from '#test/chaos/report.ts';
import { runChaos } from '#test/chaos/run-chaos.ts';

/** The short form of `npm run chaos`: the same program, for less long. */
const database = useDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'openassay-chaos-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'purchases, refunds, disputes and renewals come out right while everything fails',
  { retry: 0, timeout: 600_000 },
  async () => {
    const result = await runChaos({
      seed: Number(process.env.CHAOS_SEED ?? 3),
      operations: 160,
      seconds: 20,
      goals: { succeeded: 55, openKills: 2 },
      killEveryMs: [500, 1_200],
      falloutMs: 2_000,
      databaseUrl: database.url(),
      folder,
      say: () => {},
    });
    expect(failuresOf(result, { succeeded: 50, openKills: 2 }), reportOf(result)).toEqual([]);
  },
);
