import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { newSigner } from './keys.server.ts';
import {
  checkpointText,
  readSigner,
  signatureLine,
  signedNote,
  signerOf,
  type Signer,
} from './note.ts';
import { leafHash } from './seal.server.ts';
import { nodeHash, Tree, tileRoot } from './tree.ts';
import { checkConsistency, readCheckpoint, readKey, signersOf, verify } from './verifier.js';

const ORIGIN = 'assay.example.org/log';
const base64 = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => Buffer.from(hash).toString('base64'));

/** A log in memory, by the definitions of RFC 6962 alone, and the proofs that ours makes of it. */
function logOf(leaves: readonly string[], signer = newSigner(ORIGIN)) {
  const hashes = leaves.map(leafHash);
  const rootOf = (from: number, to: number): Buffer => {
    if (to - from === 1) return hashes[from]!;
    let half = 1;
    while (half * 2 < to - from) half *= 2;
    return nodeHash(rootOf(from, from + half), rootOf(from + half, to));
  };
  const tree = new Tree(async (level, tile) => {
    const span = 256 ** level;
    const whole = Math.floor(leaves.length / span);
    return Array.from({ length: Math.max(0, Math.min(256, whole - tile * 256)) }, (_, at) =>
      rootOf((tile * 256 + at) * span, (tile * 256 + at + 1) * span),
    );
  });
  const checkpoint = (size: number, root = rootOf(0, size)) =>
    signedNote(checkpointText(signer.name, size, root), [signer]);
  return {
    signer,
    checkpoint,
    root: (size: number) => tree.root(size),
    naive: (size: number) => rootOf(0, size),
    async proof(index: number, size: number, leaf = leaves[index]!) {
      const path = base64(await tree.inclusion(index, size));
      const extra = `extra ${Buffer.from(leaf).toString('base64')}`;
      return [
        'c2sp.org/tlog-proof@v1',
        extra,
        `index ${index}`,
        ...path,
        '',
        checkpoint(size),
      ].join('\n');
    },
    async consistency(old: number, size: number) {
      const path = base64(await tree.consistency(old, size));
      return [`old ${old}`, ...path, '', checkpoint(size)].join('\n');
    },
  };
}

const leavesOf = (count: number, salt = '') =>
  Array.from({ length: count }, (_, at) => `{"act":${at}${salt && `,"salt":"${salt}"`}}`);

describe('the tree', () => {
  it('is RFC 6962’s, and its proofs hold at every place', async () => {
    for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 600]) {
      const log = logOf(leavesOf(size));
      expect(await log.root(size)).toEqual(log.naive(size));
      for (const index of new Set([0, size >> 1, size - 1])) {
        const proof = await log.proof(index, size);
        expect(await verify([proof], [log.signer.vkey])).toMatchObject({ ok: true });
        const kept = log.checkpoint(index + 1);
        const link = await log.consistency(index + 1, size);
        expect(await verify([proof, kept, link], [log.signer.vkey])).toMatchObject({ ok: true });
      }
    }
    expect(tileRoot(leavesOf(256).map(leafHash))).toEqual(logOf(leavesOf(256)).naive(256));
  });
});

describe('the verifier', () => {
  const log = logOf(leavesOf(300));
  const { vkey } = log.signer;

  it('says which check failed', async () => {
    const other = logOf(leavesOf(300, 'other'), log.signer);
    const stranger = logOf(leavesOf(300));
    const kept = log.checkpoint(200);
    const cases: [string[], string][] = [
      [[await log.proof(7, 300, '{"act":8}')], 'Entry 7 is not what was sealed'],
      [[await other.proof(7, 300), log.checkpoint(300)], 'The log was forked'],
      [[kept, await other.consistency(200, 300)], 'its first 200 entries are not those'],
      [[kept, log.checkpoint(300)], 'https://assay.example.org/log/consistency/200/300'],
      [[await stranger.proof(7, 300)], 'is not signed by the key that was given'],
      [[`${kept.slice(0, -6)}\n`], 'base64'],
      [[kept.replace('\n200\n', '\n201\n')], 'The signature of assay.example.org/log is not'],
      [['{"act":7}'], 'There is nothing to check yet'],
      [[await log.proof(7, 300), '{"act":9}'], 'is not what a given proof is of'],
      [[await log.proof(7, 300), '{"act":7}', '{"act":9}'], 'is not what a given proof is of'],
      [[log.checkpoint(300), '{"act":7}'], 'is not what a given proof is of'],
      [[await stranger.proof(7, 300), stranger.signer.vkey], 'is not the one that is trusted'],
      [['hello'], 'This is no checkpoint'],
      [[kept.replace('assay', 'b')], 'whose key was not given'],
      [[`c2sp.org/tlog-proof@v9\nindex 0\n\n${kept}`], 'a form that is not known here'],
    ];
    for (const [files, says] of cases) {
      const verdict = await verify(files, [vkey]);
      expect(verdict).toEqual({ ok: false, says: [expect.stringContaining(says)] });
    }
  });

  it('links two checkpoints by a file of their own log alone', async () => {
    const [forked, elsewhere] = [
      logOf(leavesOf(300, 'other'), log.signer),
      logOf(leavesOf(300), newSigner('b.example.org/log')),
    ];
    const link = await elsewhere.consistency(200, 300);
    const files = [log.checkpoint(200), forked.checkpoint(300), link];
    const verdict = await verify(files, [vkey, elsewhere.signer.vkey]);
    expect(verdict).toEqual({ ok: false, says: [expect.stringContaining('shows yet')] });
    const both = await verify(
      [log.checkpoint(200), elsewhere.checkpoint(300)],
      [vkey, elsewhere.signer.vkey],
    );
    expect(both.says).toContain('These are 2 logs, which nothing here links.');
  });

  it('follows the log’s key from change to change, in whatever order their proofs are given', async () => {
    const [one, two, three, forger] = Array.from({ length: 4 }, () => newSigner(ORIGIN));
    const changeOf = (old: Signer, next: Signer, signers = [old, next]) => {
      const text = `openassay log key\n${ORIGIN}\n${old.vkey}\n${next.vkey}\n`;
      const [form, at] = ['openassay/key/1', '2026-01-02T15:04:05.000Z'];
      const note = signedNote(text, signers);
      return canonicalJson({ form, at, old: old.vkey, new: next.vkey, note });
    };
    const leaves = [...leavesOf(3), changeOf(one!, two!), changeOf(two!, three!)];
    const now = logOf(leaves, three);
    const files = [await now.proof(1, 5), await now.proof(4, 5), await now.proof(3, 5)];
    expect(await verify(files, [one!.vkey])).toMatchObject({ ok: true });
    const without = await verify(files.slice(0, 2), [one!.vkey]);
    expect(without.says).toEqual([expect.stringContaining('is not signed by the key')]);
    // Who has the new key alone can still read what the old one signed.
    const early = logOf(leaves, one);
    const older = [early.checkpoint(5), await early.proof(2, 5), ...files];
    expect(await verify(older, [three!.vkey])).toMatchObject({ ok: true });
    for (const signers of [[forger!], [one!]]) {
      const own = logOf([changeOf(one!, forger!, signers)], forger);
      const forged = await verify([await own.proof(0, 1)], [one!.vkey]);
      expect(forged.says).toEqual([expect.stringContaining('is not signed by the key')]);
    }
  });

  it('takes an entry beside several proofs, if it is what one of them is of', async () => {
    const files = [await log.proof(7, 300), await log.proof(8, 300), '{"act":7}'];
    expect(await verify(files, [vkey])).toMatchObject({ ok: true });
  });

  it('takes files with the line ends of other machines, and an entry beside its proof', async () => {
    const proof = await log.proof(7, 300);
    const bare = proof.replace(/^extra .*\n/m, '');
    const verdict = await verify([`\uFEFF${bare.replaceAll('\n', '\r\n')}`, '{"act":7}\n'], [vkey]);
    expect(verdict).toEqual({
      ok: true,
      says: [
        `The checkpoint of 300 entries is signed by ${ORIGIN}.`,
        'Entry 7 is sealed and unchanged: {"act":7}',
      ],
    });
  });

  it('names the witnesses that it knows', async () => {
    const witness = signerOf('witness.example.org', Buffer.alloc(32, 7), 'witness');
    const text = checkpointText(ORIGIN, 300, log.naive(300));
    const note = log.checkpoint(300) + signatureLine(witness, text, 1_679_315_147);
    expect((await verify([note], [vkey, witness.vkey])).says[0]).toContain(
      'and seen by witness.example.org',
    );
    expect((await verify([note], [vkey])).ok).toBe(true);
    const forged = log.checkpoint(300) + signatureLine(witness, 'something else', 1);
    expect((await verify([forged], [vkey, witness.vkey])).ok).toBe(false);
  });

  it('is one file of 250 lines at most, and needs no other', () => {
    const source = readFileSync('app/log/verifier.js', 'utf8');
    expect(source.split('\n').length - 1).toBeLessThanOrEqual(250);
    expect(source).not.toMatch(/^import /m);
  });
});

describe('what others wrote', () => {
  it('signed notes: the example of C2SP’s signed-note.md, and a note of sum.golang.org', async () => {
    const foo = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
    const note =
      'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
    expect(await signersOf(note, [await readKey(foo)])).toHaveLength(1);
    await expect(signersOf(note.replace('an', 'no'), [await readKey(foo)])).rejects.toThrow();
    // The checksum database of Go: its key is in Go's source (cmd/go/internal/modfetch/key.go).
    const sumdb = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    const tree =
      'go.sum database tree\n65209736\n5+uGFjx6xBZG8ip1+wi77v+grwbhhukIrxEUS8PXvRo=\n\n— sum.golang.org Az3grnbssgK7ubgFX36gVETtNv0U23qxyAhAMai2QUfeGa3nB/akvkMdlUErfcZz7l/R3cVtYspg3dxXABkGZZKdsQ8=\n';
    expect(await signersOf(tree, [await readKey(sumdb)])).toHaveLength(1);
    expect(readCheckpoint(tree)).toMatchObject({ size: 65_209_736 });
  });

  it('consistency: two trees of a log of certificates, from Go’s x/mod/sumdb/tlog', async () => {
    const file = 'test/data/log/argon2020-consistency.json';
    const { old, later, consistency } = JSON.parse(readFileSync(file, 'utf8'));
    const at = ({ size, root }: { size: number; root: string }) => ({
      size,
      root: Buffer.from(root, 'base64'),
    });
    const path = consistency.map((hash: string) => Buffer.from(hash, 'base64'));
    await checkConsistency(at(old), at(later), path);
    await expect(checkConsistency(at(old), at(later), path.slice(1))).rejects.toThrow();
  });
});

describe('a key', () => {
  it('is read as it is written, and no other', () => {
    const { skey, vkey } = newSigner(ORIGIN);
    expect(readSigner(`${skey}\n`)).toMatchObject({ name: ORIGIN, vkey, kind: 'log' });
    expect(readSigner(skey.replace('assay', 'b'))).toBeUndefined();
    expect(readSigner('PRIVATE+KEY+a+00000000+AAAA')).toBeUndefined();
    expect(() => newSigner('a b')).toThrow();
  });
});
