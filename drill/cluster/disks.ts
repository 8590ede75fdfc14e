import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { NodeName } from './cluster-files.ts';
import type { User } from './daemons.ts';

const SIZE = '1G';
/** The last blocks that the ballast's own record takes. */
const OWN_BLOCKS = 64;

/** What each node stores on: file systems in files, small enough to be filled, where one may mount; else folders. */
export class Disks {
  readonly #folder: string;
  readonly #user: User | undefined;
  #canFill = false;

  constructor(folder: string, user: User | undefined) {
    this.#folder = folder;
    this.#user = user;
  }

  /** Whether nodes have disks of their own, which can be filled. */
  get canFill(): boolean {
    return this.#canFill;
  }

  dataDir(name: NodeName): string {
    return path.join(this.#disk(name), 'data');
  }

  make(name: NodeName): void {
    const [image, disk] = [path.join(this.#folder, `${name}.disk`), this.#disk(name)];
    mkdirSync(disk, { recursive: true });
    if (!this.#user) return;
    if (!existsSync(image)) {
      execFileSync('truncate', ['-s', SIZE, image]);
      execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
    }
    this.#canFill = spawnSync('mount', ['-o', 'loop', image, disk]).status === 0;
    chownSync(disk, this.#user.uid, this.#user.gid);
  }

  /** Leaves no byte on it. */
  fill(name: NodeName): void {
    const { bavail, bsize } = statfsSync(this.#disk(name));
    execFileSync('fallocate', ['-l', String((bavail - OWN_BLOCKS) * bsize), this.#ballast(name)]);
  }

  free(name: NodeName): void {
    rmSync(this.#ballast(name), { force: true });
  }

  /** As a new machine has it. */
  empty(name: NodeName): void {
    rmSync(this.dataDir(name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  takeAway(name: NodeName): void {
    if (this.#user) spawnSync('umount', [this.#disk(name)]);
  }

  #disk(name: NodeName): string {
    return path.join(this.#folder, name, 'disk');
  }

  #ballast(name: NodeName): string {
    return path.join(this.#disk(name), 'ballast');
  }
}
