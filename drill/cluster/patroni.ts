import { NODES, type NodeName, type Ports } from './cluster-files.ts';
import { answers, until } from './machine.ts';

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number;
  timeline?: number;
}

/** What the nodes' Patronis say of the cluster, and are told. */
export class Patroni {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The node that leads, or the replica that commits wait for; undefined where there is none. */
  async find(role: 'primary' | 'sync'): Promise<NodeName | undefined> {
    for (const name of NODES) {
      if (await answers(this.#url(name, role))) return name;
    }
    return undefined;
  }

  /** Whether one leads, all others run and follow it, and commits wait for one of them. */
  async isWhole(): Promise<boolean> {
    const { members } = (await this.#ask<{ members: Member[] }>('cluster')) ?? { members: [] };
    const [leader, ...others] = members.filter(({ role }) => role === 'leader');
    const following = members.filter(({ role }) => /replica|sync_standby/.test(role));
    return (
      leader !== undefined &&
      others.length === 0 &&
      following.length === NODES.length - 1 &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      following.every(({ lag, timeline }) => lag === 0 && timeline === leader.timeline) &&
      members.some(({ role }) => role === 'sync_standby')
    );
  }

  /** When another node, or the same one anew, was made the primary; the oldest first. */
  async failovers(): Promise<Date[]> {
    const lines =
      await this.#ask<[timeline: number, lsn: number, why: string, at?: string][]>('history');
    return (lines ?? []).flatMap(([, , , at]) => (at ? [new Date(at)] : []));
  }

  /** Changes what the nodes agree on; each takes it up within `loop_wait`. */
  async agree(settings: object): Promise<void> {
    const body = JSON.stringify(settings);
    await until('an agreement of the nodes', async () => {
      for (const name of NODES) {
        const url = this.#url(name, 'config');
        const signal = AbortSignal.timeout(5_000);
        const told = await fetch(url, { method: 'PATCH', body, signal }).catch(() => undefined);
        if (told?.ok) return true;
      }
      return false;
    });
  }

  /** Of whichever node answers. */
  async #ask<T>(what: string): Promise<T | undefined> {
    for (const name of NODES) {
      try {
        const response = await fetch(this.#url(name, what), { signal: AbortSignal.timeout(2_000) });
        return (await response.json()) as T;
      } catch {
        // Another one knows.
      }
    }
    return undefined;
  }

  #url(name: NodeName, what: string): string {
    return `http://127.0.0.1:${this.#ports.patroni(name)}/${what}`;
  }
}
