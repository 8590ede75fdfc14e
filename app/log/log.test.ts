import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
    const cases: [string[], string, word?: string][] = [
      [[await log.proof(7, 300, '{"act":8}')], 'Entry 7 is not what was sealed'],
      [[await other.proof(7, 300), log.checkpoint(300)], 'The log was forked'],
      [[kept, await other.consistency(200, 300)], 'its first 200 entries are not those'],
      [[kept, log.checkpoint(300)], 'https://assay.example.org/log/consistency/200/300', 'not yet'],
      [[await stranger.proof(7, 300)], 'is not signed by the key that was given'],
      [[`${kept.slice(0, -6)}\n`], 'This text can’t be read', 'unreadable'],
      [[kept.replace('\n200\n', '\n201\n')], 'The signature of assay.example.org/log is not'],
      [['{"act":7}'], 'There is nothing to check yet', 'not yet'],
      [[await log.proof(7, 300), '{"act":9}'], 'is not what a given proof is of'],
      [[await log.proof(7, 300), '{"act":7}', '{"act":9}'], 'is not what a given proof is of'],
      [[log.checkpoint(300), '{"act":7}'], 'is not what a given proof is of', 'not yet'],
      [[await stranger.proof(7, 300), stranger.signer.vkey], 'is not the one that is trusted'],
      [['hello'], 'This text can’t be read', 'unreadable'],
      [[kept, 'hello'], 'Text 2 of 2 can’t be read', 'unreadable'],
      [[kept.replace('assay', 'b')], 'whose key was not given', 'not yet'],
      // A gap in what was kept hides no fork.
      [[log.checkpoint(100), kept, other.checkpoint(200)], 'The log was forked'],
      [[`c2sp.org/tlog-proof@v9\nindex 0\n\n${kept}`], 'not known here', 'unreadable'],
    ];
    for (const [files, says, word = 'no'] of cases) {
      const { verdict, says: said } = await verify(files, [vkey]);
      expect([verdict, said]).toEqual([word, [expect.stringContaining(says)]]);
    }
  });

  it('says Yes to no link whose first checkpoint is missing: damage to it would not show', async () => {
    const link = await log.consistency(200, 300);
    const damaged = link.replace(
      /^(old 200\n)(..)/,
      (_, old: string, two: string) => `${old}${two === 'AA' ? 'BB' : 'AA'}`,
    );
    for (const file of [link, damaged]) {
      const { verdict, says } = await verify([file], [vkey]);
      expect([verdict, says]).toEqual([
        'not yet',
        [expect.stringContaining('links the checkpoint of 200 entries, which is missing')],
      ]);
    }
    expect((await verify([log.checkpoint(200), link], [vkey])).verdict).toBe('yes');
    expect((await verify([log.checkpoint(200), damaged], [vkey])).verdict).toBe('no');
    const start = await log.consistency(0, 300);
    expect((await verify([start], [vkey])).verdict).toBe('yes');
    const longer = start.replace('\n\n', `\n${'A'.repeat(43)}=\n\n`);
    expect((await verify([longer], [vkey])).verdict).toBe('no');
  });

  it('says in a terminal, too, of which log a key came with the files', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'openassay-verify-'));
    const files = ['verifier.js', 'key', 'checkpoint'].map((name) => path.join(folder, name));
    copyFileSync('app/log/verifier.js', files[0]!);
    writeFileSync(files[1]!, vkey);
    writeFileSync(files[2]!, log.checkpoint(200));
    const said = (...args: string[]) => execFileSync(process.execPath, args, { encoding: 'utf8' });
    const [verifier, key, checkpoint] = files as [string, string, string];
    expect(said(verifier, '', checkpoint, key)).toBe(
      `Yes.\nThe checkpoint of 200 entries is signed by ${ORIGIN}.\nThe key of ${ORIGIN} was added with these files. What it signed is the word of whoever has it: compare it with one that you have from elsewhere.\n`,
    );
    expect(said(verifier, vkey, checkpoint, key)).not.toContain('was added');
  });

  it('links two checkpoints by a file of their own log alone', async () => {
    const [forked, elsewhere] = [
      logOf(leavesOf(300, 'other'), log.signer),
      logOf(leavesOf(300), newSigner('b.example.org/log')),
    ];
    const link = await elsewhere.consistency(200, 300);
    const files = [log.checkpoint(200), forked.checkpoint(300), link];
    const verdict = await verify(files, [vkey, elsewhere.signer.vkey]);
    expect(verdict).toMatchObject({ ok: false, says: [expect.stringContaining('shows yet')] });
    expect(verdict.verdict).toBe('not yet');
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
    for (const signers of [[forger!], [one!], [forger!, forger!], [one!, one!]]) {
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
    expect(verdict).toMatchObject({
      ok: true,
      says: [
        `The checkpoint of 300 entries is signed by ${ORIGIN}.`,
        'Entry 7 is sealed and unchanged: {"act":7}',
      ],
    });
  });

  const wrapped = (width: number) => (text: string) =>
    text.replaceAll(new RegExp(`(\\S{${width}})(?=\\S)`, 'g'), '$1\n');
  const quoted = (text: string) => text.replaceAll(/^/gm, '> ');
  const MANGLED: Record<string, (text: string) => string> = {
    'wrapped at 76': wrapped(76),
    'wrapped at spaces': (text) => text.replaceAll(' ', '\n'),
    quoted,
    'quoted twice and wrapped': (text) => quoted(`> ${quoted(wrapped(40)(text))}`),
    'with blank lines between': (text) => text.replaceAll('\n', '\n\n'),
    'with doubled lines': (text) => text.replaceAll(/^(.+)$/gm, '$1\n$1'),
    'with a hyphen': (text) => text.replaceAll('—', '-'),
    'with two hyphens': (text) => text.replaceAll('—', '--'),
    'with an en dash': (text) => text.replaceAll('—', '–'),
    'with a dash in another encoding': (text) => text.replaceAll('—', 'â€”'),
    'without empty lines': (text) => text.replaceAll(/\n+/g, '\n'),
    indented: (text) => text.replaceAll(/^/gm, '\u00a0  '),
    'with spaces at the ends': (text) => text.replaceAll('\n', '  \r\n'),
    'in one line': (text) => text.replaceAll(/\n+/g, ' '),
    'with the name made a link': (text) => text.replaceAll(ORIGIN, `${ORIGIN} <https://${ORIGIN}>`),
    'among words': (text) => `Dear Ann,\nhere it is:\n\n${text}\nSent from my phone\nBest, Bo`,
  };

  it.each(Object.entries(MANGLED))(
    'reads a checkpoint, a proof, a link, and a key as mail brings them: %s',
    async (_, mangle) => {
      const witness = signerOf('witness.example.org', Buffer.alloc(32, 7), 'witness');
      const text = checkpointText(ORIGIN, 200, log.naive(200));
      const kept = log.checkpoint(200) + signatureLine(witness, text, 1_679_315_147);
      const files = [kept, await log.proof(7, 300), await log.consistency(200, 300)];
      const straight = await verify(files, [vkey, witness.vkey]);
      expect(straight.says).toHaveLength(4);
      const mangled = await verify(files.map(mangle), [mangle(vkey), witness.vkey]);
      expect(mangled).toEqual(straight);
      // A checkpoint and the key below it, copied together.
      const both = await verify([mangle(`${kept}\n\nSigned by ${vkey}\n`)], [vkey]);
      expect(both).toMatchObject({ verdict: 'yes', added: [] });
      const untrusted = await verify([mangle(`${kept}\n\nSigned by ${vkey}\n`)], []);
      expect(untrusted).toMatchObject({ verdict: 'yes', added: [ORIGIN] });
    },
  );

  it.each(Object.entries(MANGLED))('still finds what was changed: %s', async (_, mangle) => {
    const other = logOf(leavesOf(300, 'other'), log.signer);
    const cases: [string[], string][] = [
      [[await log.proof(7, 300, '{"act":8}')], 'Entry 7 is not what was sealed'],
      [[log.checkpoint(200).replace('\n200\n', '\n201\n')], 'is not of this checkpoint'],
      [[log.checkpoint(300), other.checkpoint(300)], 'The log was forked'],
      [[log.checkpoint(200), await other.consistency(200, 300)], 'are not those'],
    ];
    for (const [files, says] of cases) {
      const verdict = await verify(files.map(mangle), [vkey]);
      expect(verdict).toMatchObject({ verdict: 'no', says: [expect.stringContaining(says)] });
    }
  });

  it('takes no part of a proof for a checkpoint, and is done with a long text at once', async () => {
    const proof = await log.proof(7, 300);
    const torn = proof.replace(/^(index 7\n.*).$/m, '$1');
    expect((await verify([torn], [vkey])).verdict).toBe('unreadable');
    const parts = ['a', 'a+', '1 ', '<http:', '>\n', '{"', '- a '];
    const long = parts.map((part) => part.repeat(290_000 / part.length));
    for (const text of [...long, `{${' '.repeat(290_000)}x`, `a${' '.repeat(290_000)}x`]) {
      expect((await verify([text], [vkey])).verdict).toBe('unreadable');
    }
    // By a pattern that looks at a long text again and again it would take hours.
  }, 120_000);

  it('reads texts that were pasted together as it reads them apart', async () => {
    const [proof, link] = [await log.proof(7, 300), await log.consistency(200, 300)];
    const pairs = [
      [proof, log.checkpoint(300)],
      [log.checkpoint(300), log.checkpoint(300)],
      [proof, await log.proof(8, 300)],
      [link, log.checkpoint(200)],
      [proof, '{"act":7}\n'],
      ['{"act":7}\n', proof],
    ];
    for (const pair of pairs)
      for (const between of ['', '\n', 'and:\n'])
        expect(await verify([pair.join(between)], [vkey])).toEqual(await verify(pair, [vkey]));
    const both = '{"act":7}\n{"act":8}\n';
    const apart = await verify([proof, await log.proof(8, 300), both], [vkey]);
    expect(apart.verdict).toBe('yes');
  });

  it('says Yes to no text that holds a changed part beside a good one', async () => {
    const [proof, kept] = [await log.proof(7, 300), log.checkpoint(200)];
    const forged = kept.replace('\n200\n', '\n201\n');
    const cases: [string, string][] = [
      [`It says\n{"act":8}\n${proof}`, 'no'],
      [`${proof}\n{"act":8}`, 'no'],
      [`It says {"act":8} here\n${proof}`, 'unreadable'],
      [`${kept}\n${forged}`, 'no'],
      [`${kept}\n${forged.replace(/.{3}\n$/, '\n')}`, 'unreadable'],
      [`${kept}\n${forged.replace(/.=\n\n/, '\n\n')}`, 'unreadable'],
    ];
    for (const [text, word] of cases)
      for (const mangle of [(same: string) => same, quoted])
        expect([text, (await verify([mangle(text)], [vkey])).verdict]).toEqual([text, word]);
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

  it('is one file of 360 lines at most, and needs no other', () => {
    const source = readFileSync('app/log/verifier.js', 'utf8');
    expect(source.split('\n').length - 1).toBeLessThanOrEqual(360);
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
