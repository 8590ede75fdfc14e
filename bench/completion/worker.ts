import { parentPort, workerData } from 'node:worker_threads';
import type { OwnDatabase } from '#test/support/own-database.ts';
import type { Scenario } from './choose.ts';
import { drawWorld } from './model.ts';
import { liveYear } from './year.ts';

/* A thread of its own, because clock and database are one for each copy of the program. */
const { own, seed, scenario } = workerData as {
  own: Pick<OwnDatabase, 'url' | 'ownerUrl'>;
  seed: number;
  scenario: Scenario;
};
const say = (what: object) => parentPort?.postMessage(what, []);
say({ outcome: await liveYear(own, drawWorld(seed), scenario, (day) => say({ day })) });
