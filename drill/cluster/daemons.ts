import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whom a program runs as: another user than root, which PostgreSQL refuses. */
export interface User {
  uid: number;
  gid: number;
}

interface Start {
  env?: Record<string, string>;
  user?: User;
  /** Told when it has ended, by whatever cause. */
  onEnd?: () => void;
}

const END_MS = 30_000;

/**
 * Programs that a drill runs beside itself, by name. Each has a file of what it says and one with its
 * process's number and birth, so that a drill that was itself killed leaves nothing that the next one
 * on this folder does not find, and none ends a process that it did not start.
 */
export class Daemons {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  start(name: string, [command, ...args]: [string, ...string[]], how: Start = {}): void {
    const log = openSync(path.join(this.folder, `${name}.log`), 'a');
    const child = spawn(command, args, {
      detached: true, // Ctrl+C is for the drill, which ends them in their order
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...how.env },
      ...how.user,
    });
    closeSync(log);
    child.on('error', () => {}); // found out by whoever waits for it
    child.once('exit', () => how.onEnd?.());
    child.unref();
    if (child.pid) writeFileSync(this.#file(name), `${child.pid} ${birthOf(child.pid)}`);
  }

  /** Its process; undefined where it does not run. */
  pid(name: string): number | undefined {
    try {
      const [pid, birth] = readFileSync(this.#file(name), 'utf8').split(' ');
      return birthOf(Number(pid)) === birth ? Number(pid) : undefined;
    } catch {
      return undefined;
    }
  }

  signal(name: string, signal: NodeJS.Signals): void {
    const pid = this.pid(name);
    if (pid) signalProcess(pid, signal);
  }

  /** Resolves when it has ended; who does not follow the word is killed. */
  async end(name: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.signal(name, signal);
    const lateMs = Date.now() + END_MS;
    while (this.pid(name)) {
      if (Date.now() > lateMs) this.signal(name, 'SIGKILL');
      await sleep(100);
    }
    rmSync(this.#file(name), { force: true });
  }

  #file(name: string): string {
    return path.join(this.folder, `${name}.pid`);
  }
}

/** To a process that may have ended meanwhile. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** When a process began, in ticks since the machine did; undefined where it has ended. */
function birthOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
