import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** What a program's processes do: its own, its database's, and its payment sandbox's. */
export type Part = 'site' | 'database' | 'sandbox';

/** What a process holds in memory, in megabytes. */
export function residentMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s*(\d+)/.exec(procFile(pid, 'status'))?.[1]) / 1024);
}

/** Processor time of a process and its threads so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const fields = afterName(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Processor time so far of a program that `pid` started, by its parts, in milliseconds. */
export function cpuMsOfParts(pid: number): Record<Part, number> {
  const spent = { site: 0, database: 0, sandbox: 0 };
  for (const one of processesOf(pid)) {
    try {
      spent[partOf(one)] += cpuMs(one);
    } catch {
      // It has ended meanwhile.
    }
  }
  return spent;
}

/** Processor time so far of a process and of all that it started, ended ones among them, in milliseconds. */
export function cpuMsOfAll(pid: number): number {
  const [user = 0, system = 0] = afterName(pid).slice(13, 15).map(Number);
  const ended = ((user + system) * 1000) / TICKS_PER_SECOND;
  return Object.values(cpuMsOfParts(pid)).reduce((sum, ms) => sum + ms, ended);
}

/** A process and all that it started, directly or not. */
function processesOf(pid: number): number[] {
  const children = Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
    (one) => {
      try {
        return Number(afterName(one)[1]);
      } catch {
        return -1;
      }
    },
  );
  const all = [pid];
  for (const one of all) all.push(...(children.get(one) ?? []));
  return all;
}

function partOf(pid: number): Part {
  const command = procFile(pid, 'cmdline');
  if (command.startsWith('postgres:') || command.includes('/bin/postgres')) return 'database';
  return command.includes('sandbox/') ? 'sandbox' : 'site';
}

/** The fields of `stat` after the name, which may hold anything: state, parent, … */
function afterName(pid: number): string[] {
  return procFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
}

function procFile(pid: number, name: string): string {
  if (!existsSync('/proc/self')) throw new Error('This benchmark reads /proc, which Linux has.');
  return readFileSync(`/proc/${pid}/${name}`, 'utf8');
}
