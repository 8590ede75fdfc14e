import { setTimeout as sleep } from 'node:timers/promises';
import { present } from '#app/kit/assert.ts';
import { ask } from './buyers.ts';
import type { Cluster } from './cluster.ts';
import { NODES } from './cluster-files.ts';
import { NOTICED_MS, SITES, type SiteNumber, type Sites } from './sites.ts';
import type { Writes } from './writes.ts';

/** A kind of accident. */
export interface Blow {
  name: string;
  /** Whether the time without writes counts from its end: nothing can be written while it lasts. */
  isCountedFromEnd?: boolean;
  /** How long the site may take beyond the cluster, in seconds, and the cluster itself. */
  mostSeconds: { site: number; cluster?: number };
  /** So long at least it is watched, in seconds. */
  watchedSeconds: number;
  /** Kept from what it may name: a disk that can be filled. */
  isPossible?(cluster: Cluster): boolean;
  /** Strikes; resolves when what was struck is as the blow leaves it, and says whom it hit. */
  strike(world: World): Promise<Struck>;
}

export interface World {
  cluster: Cluster;
  sites: Sites;
  /** The cluster's own. */
  writes: Writes;
  /** Which blow of this kind it is, from 0. */
  count: number;
}

export interface Struck {
  whom: string;
  /** Ends it, where it lasts. */
  end?: () => Promise<void>;
  /** Which process was itself struck: visitors have the other one. */
  site?: SiteNumber;
  /** Promises that did not hold while it lasted. */
  broken?: string[];
}

const LASTS_MS = 30_000;
/** A reader who waits longer has been stopped. */
const READ_WITHIN_MS = 3_000;
/** More than Patroni takes to notice a setting (`loop_wait`). */
const HEEDED_MS = 7_000;
const SITE = 5;
const CLUSTER = 35;
const WITHIN = { site: SITE, cluster: CLUSTER };

export const BLOWS: Blow[] = [
  {
    name: "primary's PostgreSQL killed",
    mostSeconds: WITHIN,
    watchedSeconds: 10,
    async strike({ cluster }) {
      const whom = await primaryOf(cluster);
      cluster.killPostgres(whom);
      return { whom };
    },
  },
  {
    name: 'primary killed',
    mostSeconds: WITHIN,
    watchedSeconds: 25,
    async strike({ cluster }) {
      const whom = await primaryOf(cluster);
      await cluster.lose(whom);
      return { whom, end: async () => cluster.startNode(whom) };
    },
  },
  {
    name: "primary's disk deleted",
    mostSeconds: WITHIN,
    watchedSeconds: 25,
    async strike({ cluster }) {
      const whom = await primaryOf(cluster);
      await cluster.wipe(whom);
      return { whom, end: async () => cluster.startNode(whom) };
    },
  },
  {
    name: 'primary frozen and thawed',
    mostSeconds: WITHIN,
    watchedSeconds: 30,
    async strike({ cluster }) {
      const whom = await primaryOf(cluster);
      cluster.freeze(whom);
      // It has to find out by itself that another one leads.
      return { whom, end: async () => cluster.thaw(whom) };
    },
  },
  {
    name: 'replica lost',
    mostSeconds: WITHIN,
    watchedSeconds: 15,
    async strike({ cluster }) {
      const whom = present(await cluster.patroni.find('sync'), 'a replica that commits wait for');
      await cluster.lose(whom);
      return { whom, end: async () => cluster.startNode(whom) };
    },
  },
  {
    name: 'etcd lost',
    isCountedFromEnd: true,
    mostSeconds: { site: SITE },
    watchedSeconds: 10,
    async strike({ cluster }) {
      await cluster.kill('etcd');
      await sleep(LASTS_MS);
      cluster.startEtcd();
      return { whom: 'etcd' };
    },
  },
  {
    name: 'connections black-holed',
    mostSeconds: { site: 20 },
    watchedSeconds: 20,
    async strike({ sites }) {
      sites.loseConnections();
      setTimeout(() => sites.endLost(), NOTICED_MS);
      return { whom: 'both sites' };
    },
  },
  {
    name: 'disk full',
    isCountedFromEnd: true,
    mostSeconds: { site: SITE },
    watchedSeconds: 15,
    isPossible: ({ disks }) => disks.canFill,
    async strike({ cluster }) {
      const whom = await primaryOf(cluster);
      await cluster.fillDisk(whom);
      await sleep(LASTS_MS);
      cluster.disks.free(whom);
      return { whom };
    },
  },
  {
    name: 'strict cluster without replicas',
    isCountedFromEnd: true,
    mostSeconds: { site: SITE },
    watchedSeconds: 15,
    async strike({ cluster, sites, writes }) {
      await cluster.patroni.agree({ synchronous_mode_strict: true });
      await sleep(HEEDED_MS);
      const whom = await primaryOf(cluster);
      const replicas = NODES.filter((name) => name !== whom);
      await Promise.all(replicas.map((name) => cluster.lose(name)));
      const struckMs = performance.now();
      const refused = await readersRefused(sites, LASTS_MS);
      const isWriting = writes.backSince(struckMs) !== undefined;
      for (const name of replicas) cluster.startNode(name);
      return {
        whom: replicas.join(' and '),
        end: () => cluster.patroni.agree({ synchronous_mode_strict: false }),
        broken: [
          ...(refused > 0 ? [`${refused} readers were refused`] : []),
          ...(isWriting ? ['it took writes that no replica has'] : []),
        ],
      };
    },
  },
  {
    name: 'site process killed',
    mostSeconds: { site: SITE },
    watchedSeconds: 10,
    async strike({ sites, count }) {
      const site = SITES[count % SITES.length]!;
      await sites.kill(site);
      await sleep(1_000);
      sites.start(site);
      return { whom: `site ${site + 1}`, site };
    },
  },
  {
    name: 'balancer restarted',
    mostSeconds: { site: SITE },
    watchedSeconds: 8,
    async strike({ cluster }) {
      await cluster.kill('haproxy');
      cluster.startBalancer();
      return { whom: 'HAProxy' };
    },
  },
  {
    name: 'pooler restarted',
    mostSeconds: { site: SITE },
    watchedSeconds: 8,
    async strike({ cluster }) {
      await cluster.kill('pgbouncer');
      cluster.startPooler();
      return { whom: 'PgBouncer' };
    },
  },
];

async function primaryOf(cluster: Cluster) {
  return present(await cluster.patroni.find('primary'), 'a primary');
}

/** Asks each process for a list once a second, a page that nobody keeps; how many had no answer in time. */
async function readersRefused(sites: Sites, ms: number): Promise<number> {
  const asked: Promise<{ status: number }>[] = [];
  for (const endMs = performance.now() + ms; performance.now() < endMs; await sleep(1_000)) {
    const search = `search=reader${Math.floor(Math.random() * 1_000_000)}`;
    for (const site of SITES) {
      asked.push(ask(`${sites.url(site)}/api/products?${search}`, {}, READ_WITHIN_MS));
    }
  }
  return (await Promise.all(asked)).filter(({ status }) => status !== 200).length;
}
