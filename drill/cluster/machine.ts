import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { present } from '#app/kit/assert.ts';
import type { User } from './daemons.ts';

/** Debian has daemons where an ordinary user's shell does not look. */
export const PATH = `${process.env.PATH}:/usr/sbin`;
const POSTGRESQL = '/usr/lib/postgresql';
const NEEDED: Record<string, string> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
};

/** A sentence for what the machine lacks; empty where there is all that a cluster takes. */
export function whatIsMissing(): string[] {
  const packages = Object.entries(NEEDED)
    .filter(([command]) => spawnSync('which', [command], { env: { PATH } }).status !== 0)
    .map(([, name]) => name);
  if (!existsSync(POSTGRESQL)) packages.push('postgresql');
  if (packages.length === 0) return [];
  return [
    `The cluster takes packages that are not here. On Debian: apt-get install ${packages.join(' ')}`,
  ];
}

/** Whether an address is answered with success, within a second. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

/** Waits for something of a drill; throws its name where it does not come about. */
export async function until(what: string, isThere: () => Promise<boolean>, ms = 60_000) {
  const endMs = Date.now() + ms;
  while (!(await isThere())) {
    if (Date.now() > endMs) throw new Error(`${what}: waited ${ms / 1_000} s in vain`);
    await sleep(500);
  }
}

/** The newest PostgreSQL that Debian has installed. */
export function postgresBinaries(): string {
  const versions = readdirSync(POSTGRESQL)
    .map(Number)
    .sort((a, b) => b - a);
  return path.join(POSTGRESQL, String(present(versions[0], 'a PostgreSQL')), 'bin');
}

/** Who may run PostgreSQL where the drill is run by root. */
export function postgresUser(): User {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The processes that a process has started. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
        return Number(fields[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}
