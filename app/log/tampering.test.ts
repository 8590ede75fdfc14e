import { describe, expect, it } from 'vitest';
import { newSigner } from './keys.server.ts';
import { checkpointText, signedNote, type Signer } from './note.ts';
import { leafHash } from './seal.server.ts';
import { nodeHash, Tree } from './tree.ts';
import { verify } from './verifier.js';

/** So many histories of each kind; `LOG_RUNS=1000` plays as many as the log was accepted with. */
const RUNS = Number(process.env.LOG_RUNS ?? 20);
const ORIGIN = 'assay.example.org/log';

/** A log in memory that serves whatever its entries are by now, as a database would whose owner lies. */
class Served {
  leaves: string[];
  signers: Signer[];
  constructor(leaves: string[], signers: Signer[]) {
    this.leaves = leaves;
    this.signers = signers;
  }
  #tree() {
    const hashes = this.leaves.map(leafHash);
    const at = (from: number, span: number): Buffer =>
      span === 1 ? hashes[from]! : nodeHash(at(from, span / 2), at(from + span / 2, span / 2));
    return new Tree(async (level, tile) =>
      Array.from({ length: 256 }, (_, place) => (tile * 256 + place) * 256 ** level)
        .filter((from) => from + 256 ** level <= hashes.length)
        .map((from) => at(from, 256 ** level)),
    );
  }
  async checkpoint(size = this.leaves.length) {
    const text = checkpointText(ORIGIN, size, await this.#tree().root(size));
    return signedNote(text, [this.signers.at(-1)!]);
  }
  /** What a reader fetches, who kept a checkpoint of `old` entries, to check entry `index`. */
  async files(index: number, old: number): Promise<string[]> {
    const [size, tree] = [this.leaves.length, this.#tree()];
    if (index >= size || old > size) return ['The log has no such entry.'];
    const lines = (hashes: Buffer[]) => hashes.map((hash) => hash.toString('base64'));
    const note = await this.checkpoint();
    const extra = Buffer.from(this.leaves[index]!).toString('base64');
    const path = lines(await tree.inclusion(index, size));
    const link = lines(await tree.consistency(old, size));
    return [
      ['c2sp.org/tlog-proof@v1', `extra ${extra}`, `index ${index}`, ...path, '', note].join('\n'),
      [`old ${old}`, ...link, '', note].join('\n'),
    ];
  }
  get keys() {
    return this.signers.map(({ vkey }) => vkey);
  }
}

/** Chance that a failure can be played again by. */
function chance(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

const act = (seed: number, at: number) => `{"act":${at},"of":${seed}}`;
const entries = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => act(seed, at));

type Tampering = (leaves: string[], index: number, pick: (below: number) => number) => void;

/** Each touches an entry under yesterday's checkpoint. */
const TAMPERINGS: Record<string, Tampering> = {
  edit: (leaves, index) => (leaves[index] = leaves[index]!.replace('"act"', '"fact"')),
  'back-date': (leaves, index) => (leaves[index] = `{"at":"2020-01-01",${leaves[index]!.slice(1)}`),
  delete: (leaves, index) => leaves.splice(index, 1),
  insert: (leaves, index) => leaves.splice(index, 0, '{"act":"never done"}'),
  swap: (leaves, index, pick) => {
    const other = (index + 1 + pick(leaves.length - 1)) % leaves.length;
    [leaves[index], leaves[other]] = [leaves[other]!, leaves[index]!];
  },
  withhold: (leaves, index) => leaves.splice(index),
};

describe('a log whose database somebody owns', () => {
  it('is found out by a checkpoint of yesterday, whatever was done below it', async () => {
    const names = Object.keys(TAMPERINGS);
    for (let seed = 0; seed < RUNS; seed += 1) {
      const pick = chance(seed);
      const [old, later] = [2 + pick(600), pick(40)];
      const log = new Served(entries(seed, old), [newSigner(ORIGIN)]);
      const kept = await log.checkpoint();
      log.leaves.push(...entries(-seed, later));
      const name = names[seed % names.length]!;
      const index = pick(old);
      TAMPERINGS[name]!(log.leaves, index, pick);
      const verdict = await verify([kept, ...(await log.files(index, old))], log.keys);
      expect([seed, name, verdict.ok]).toEqual([seed, name, false]);
    }
  });

  it('is found out by two readers who were shown different histories', async () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const pick = chance(seed);
      const size = 1 + pick(400);
      const log = new Served(entries(seed, size), [newSigner(ORIGIN)]);
      const fork = new Served([...log.leaves], log.signers);
      fork.leaves[pick(size)] += ' ';
      const [mine, yours] = [await log.checkpoint(), await fork.checkpoint()];
      const { says } = await verify([mine, yours], log.keys);
      expect([seed, ...says]).toEqual([seed, expect.stringContaining('The log was forked')]);
    }
  });

  it('raises no false alarm: restores that were recovered, and keys that were changed', async () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const pick = chance(seed);
      const log = new Served(entries(seed, 1 + pick(300)), [newSigner(ORIGIN)]);
      const kept: { note: string; size: number }[] = [];
      for (let step = 0; step < 5; step += 1) {
        kept.push({ note: await log.checkpoint(), size: log.leaves.length });
        const what = pick(3);
        if (what === 0) log.signers.push(newSigner(ORIGIN));
        // Back from an older copy, and the missing entries from the tiles: what was signed is there again.
        if (what === 1) {
          const signed = [...log.leaves];
          log.leaves.length = pick(signed.length);
          log.leaves.push(...signed.slice(log.leaves.length));
        }
        log.leaves.push(...entries(seed + step, pick(30)));
      }
      const { note, size } = kept[pick(kept.length)]!;
      const verdict = await verify([note, ...(await log.files(pick(size), size))], log.keys);
      expect([seed, verdict]).toEqual([seed, expect.objectContaining({ ok: true })]);
    }
  });
});
