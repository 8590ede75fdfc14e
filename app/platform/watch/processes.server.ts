import cluster from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { registry } from '#app/platform/registry.server.ts';

/** What a process of several does: it serves pages, or it runs jobs. */
export type ProcessRole = 'pages' | 'jobs';

/** What the first process says to one that it started; `drain` is that all are about to stop. */
export type ToProcess = 'drain' | 'stop' | { asked: number; metrics?: string };

/** What one says to the first process. */
export type FromProcess = 'ready' | { failure: string; code?: string } | { asks: number };

/** More than the others are waited for by the library. */
const ANSWERED_WITHIN_MS = 6_000;

let isCollecting = false;
let asked = 0;

/** Counts what the process itself takes, once. */
export function collectOwnMetrics(): void {
  if (!isCollecting) collectDefaultMetrics({ register: registry });
  isCollecting = true;
}

/** In one of several processes: hands its numbers to whoever is asked for those of all. */
export function gatherWithOthers(): void {
  collectOwnMetrics();
  AggregatorRegistry.setRegistries(registry);
  void new AggregatorRegistry(); // listens
}

/** What all processes of this program count, in Prometheus' text format; throws where one is silent. */
export async function metricsOfAll(): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  asked += 1;
  const own = asked;
  return new Promise((resolve, reject) => {
    const settle = (text: string | undefined) => {
      clearTimeout(late);
      process.off('message', hear);
      if (text === undefined) reject(new Error('A process of this program does not answer.'));
      else resolve(text);
    };
    const hear = (message: ToProcess) => {
      if (typeof message === 'object' && message.asked === own) settle(message.metrics);
    };
    const late = setTimeout(settle, ANSWERED_WITHIN_MS, undefined);
    process.on('message', hear);
    process.send?.({ asks: own } satisfies FromProcess);
  });
}

const ofFirst = new Registry();
const processes = new Gauge({
  name: 'openassay_processes',
  help: 'Processes of this program that work now, by what they do.',
  labelNames: ['role'],
  registers: [ofFirst],
});
const replaced = new Counter({
  name: 'openassay_processes_replaced_total',
  help: 'Processes of this program that ended unasked and were replaced, by what they did.',
  labelNames: ['role'],
  registers: [ofFirst],
});

/** In the first process: one more works in this role, or one less. */
export function noteProcesses(role: ProcessRole, more: 1 | -1): void {
  processes.inc({ role }, more);
}

/** In the first process: one ended, and another takes its place. */
export function noteReplaced(role: ProcessRole): void {
  replaced.inc({ role });
}

/** In the first process: tells whoever asks what they all count together, and how many there are. */
export function answerForAll(): void {
  const gathered = new AggregatorRegistry();
  cluster.on('message', (worker, message: FromProcess) => {
    if (typeof message !== 'object' || !('asks' in message)) return;
    const answer = async () => `${await gathered.clusterMetrics()}${await ofFirst.metrics()}`;
    const send = (metrics?: string) => {
      const said: ToProcess = {
        asked: message.asks,
        ...(metrics === undefined ? {} : { metrics }),
      };
      worker.send(said, () => {}); // one that has ended meanwhile asks no more
    };
    answer().then(send, () => send());
  });
}
