import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { config } from '#app/config.ts';
import { log } from '#app/platform/log.server.ts';
import {
  answerForAll,
  noteProcesses,
  noteReplaced,
  type FromProcess,
  type ProcessRole,
  type ToProcess,
} from '#app/platform/watch/processes.server.ts';

/** How long a process that ended is waited for: twice as long each time that it ends soon again. */
const AGAIN_AFTER_MS = 250;
const AGAIN_AT_MOST_MS = 30_000;
/** One that ran so long did not end because of how it starts. */
const STEADY_MS = 60_000;
/** So long they drain one after the other; what is left then drains at once. */
const IN_TURN_MS = 8_000;
/** More than requests, jobs and connections are waited for (`app/server.ts`). */
const STOPPED_AFTER_MS = 25_000;

/** One place in the house: a process that is replaced when it ends. */
interface Place {
  /** When it works for the first time; throws where it cannot. */
  ready: Promise<void>;
  tell(message: ToProcess): void;
  stop(): Promise<void>;
}

/**
 * `PROCESSES` processes that serve pages on one port, and one that runs jobs. This one, the first,
 * does neither: it hands connections out by turns, replaces whoever ends, and answers for them all.
 */
export async function startProcesses(): Promise<{ stop(): Promise<void> }> {
  answerForAll();
  const pages = Array.from({ length: config().PROCESSES }, () => placeFor('pages'));
  const places = config().JOBS ? [...pages, placeFor('jobs')] : pages;
  const stopAll = () => Promise.all(places.map((place) => place.stop()));
  try {
    await Promise.all(places.map(({ ready }) => ready));
  } catch (error) {
    await stopAll();
    throw error;
  }
  return {
    async stop() {
      for (const place of places) place.tell('drain');
      const inTurn = async () => {
        for (const place of pages) await place.stop();
      };
      // Whoever is waiting for an answer is not held up by the next one's.
      await Promise.race([inTurn(), sleep(IN_TURN_MS)]);
      await stopAll();
    },
  };
}

function placeFor(role: ProcessRole): Place {
  let worker: Worker | undefined;
  let again: NodeJS.Timeout | undefined;
  let hasWorked = false;
  let endedSoon = 0;
  let stopping: Promise<void> | undefined;

  const begin = (onReady: () => void, onFailure: (error: Error) => void) => {
    cluster.setupPrimary({ exec: 'cli/run.cjs', args: ['start', role] });
    const own = cluster.fork();
    worker = own;
    const begunMs = performance.now();
    let failure: Error | undefined;
    own.on('message', (message: FromProcess) => {
      if (message === 'ready') {
        noteProcesses(role, 1);
        own.once('exit', () => noteProcesses(role, -1));
        hasWorked = true;
        onReady();
      } else if (typeof message === 'object' && 'failure' in message) {
        failure = Object.assign(new Error(message.failure), { code: message.code });
      }
    });
    own.once('exit', (code, signal) => {
      worker = undefined;
      const how = signal ?? `exit code ${code}`;
      if (!hasWorked) onFailure(failure ?? new Error(`The process for ${role} ended: ${how}.`));
      if (!hasWorked || stopping) return;
      noteReplaced(role);
      endedSoon = performance.now() - begunMs < STEADY_MS ? endedSoon + 1 : 1;
      const inMs = Math.min(AGAIN_AFTER_MS * 2 ** (endedSoon - 1), AGAIN_AT_MOST_MS);
      log.error({ role, how, why: failure?.message, inMs }, 'a process ended; another one follows');
      again = setTimeout(
        begin,
        inMs,
        () => {},
        () => {},
      );
    });
  };

  const ready = new Promise<void>(begin);

  async function end(): Promise<void> {
    clearTimeout(again);
    const ending = worker;
    if (!ending) return;
    const exit = new Promise((resolve) => ending.once('exit', resolve));
    const late = setTimeout(() => ending.process.kill('SIGKILL'), STOPPED_AFTER_MS);
    tell('stop');
    await exit;
    clearTimeout(late);
  }

  function tell(message: ToProcess): void {
    worker?.send(message, () => {}); // one that has just ended needs telling nothing
  }

  return { ready, tell, stop: () => (stopping ??= end()) };
}
