import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { present } from '#app/kit/assert.ts';
import { checkpointText, readSigner, signedNote, type Signer } from '#app/log/note.ts';
import { leafHash } from '#app/log/seal.server.ts';
import { Tree, TILE_WIDTH } from '#app/log/tree.ts';
import { readCheckpoint } from '#app/log/verifier.js';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

/** How many entries a reader's checkpoint of an earlier day has. */
const KEPT = 40;

const served = async (site: Site, file: string) =>
  (await fetch(`${site.directUrl}/log/${file}`)).text();

/** What readers have: some of it as the site serves it, some as whoever owns its key could sign it. */
async function readersFiles(site: Site) {
  const proof = await served(site, 'entry/1.proof');
  const now = readCheckpoint(proof.slice(proof.indexOf('\n\n') + 2));
  const key = present<Signer>(
    readSigner(fs.readFileSync(path.join(site.dataDir, 'log-key'), 'utf8')),
    'the key of the log',
  );
  const width = Math.min(TILE_WIDTH, now.size);
  const part = width < TILE_WIDTH ? `.p/${width}` : '';
  const tile = await fetch(`${site.directUrl}/log/tile/0/000${part}`);
  const hashes = Buffer.from(await tile.arrayBuffer());
  const first = Array.from({ length: width }, (_, at) => hashes.subarray(at * 32, at * 32 + 32));
  const signed = (size: number, root: Buffer) =>
    signedNote(checkpointText(now.origin, size, root), [key]);
  const entry = present(/^extra (\S+)$/m.exec(proof)?.[1], 'the entry in its proof');
  const other = Buffer.from(entry, 'base64').toString().replace('"samples":', '"samples":9');
  const rows = await served(site, 'entry/1.rows');
  const otherRows = rows.replace(/\d\n$/, '7\n').replace(/\d(\d*\t)/, '7$1');
  const hash = createHash('sha256').update(otherRows).digest('hex');
  const quoting = `{"form":"openassay/reply/1","text":"${hash}"}`;
  const extra = `extra ${Buffer.from(quoting).toString('base64')}`;
  return {
    quoted: `c2sp.org/tlog-proof@v1\n${extra}\nindex 0\n\n${signed(1, leafHash(quoting))}`,
    proof,
    rows,
    otherRows,
    now,
    forged: proof.replace(entry, Buffer.from(other).toString('base64')),
    kept: signed(KEPT, await new Tree(async () => first).root(KEPT)),
    link: await served(site, `consistency/${KEPT}/${now.size}`),
    forked: signed(now.size, Buffer.alloc(32, 7)),
    forkedBefore: signed(KEPT, Buffer.alloc(32, 7)),
  };
}

/** Everything that a reader may learn, from this copy of the page. */
async function checks(page: Page, files: Awaited<ReturnType<typeof readersFiles>>): Promise<void> {
  const { proof, rows, otherRows, quoted, forged, kept, link, forked, forkedBefore, now } = files;
  const cases: [string[], string, string][] = [
    [[proof], 'Yes', 'Entry 1 is sealed and unchanged'],
    [[forged], 'No', 'Entry 1 is not what was sealed'],
    [[proof, kept], 'Not yet', `log/consistency/${KEPT}/${now.size}`],
    // As a mail program sends it on.
    [
      [kept.replaceAll(/^/gm, '> ').replaceAll('—', '--'), proof, link],
      'Yes',
      'those that were signed',
    ],
    [[proof, kept, link], 'Yes', `The first ${KEPT} of its ${now.size} entries are those`],
    [[proof, forkedBefore, link], 'No', `its first ${KEPT} entries are not those`],
    [[proof, forked], 'No', 'The log was forked'],
    [[proof, rows], 'Yes', '1.txt is the file whose hash was sealed.'],
    [[proof, otherRows], 'No', 'Nothing that is proven here states the hash of 1.txt'],
    // Who writes a hash into a text makes it no entry's.
    [[quoted, otherRows], 'No', 'Nothing that is proven here states the hash of 1.txt'],
    [[forged, rows], 'No', 'Entry 1 is not what was sealed'],
  ];
  for (const [texts, word, sentence] of cases) {
    await steps.verify(page, ...texts);
    await expect(page.getByRole('status').getByRole('heading')).toHaveText(word);
    await expect(page.getByRole('status')).toContainText(sentence);
  }
}

test('a proof is checked in the browser: right, forged, under an old checkpoint, of a forked log', async ({
  page,
  site,
}) => {
  const files = await readersFiles(site);
  await page.goto('/verify');
  await checks(page, files);
  await expectAccessible(page);
  // What an entry states can be read without knowing what JSON is.
  await steps.verify(page, files.proof);
  await expect(page.getByRole('definition').filter({ hasText: 'imported-product' })).toBeVisible();

  // By hand: pasted, and dropped.
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByLabel('Or paste a proof').fill(files.proof);
  await page.getByRole('button', { name: 'Add pasted text' }).click();
  await expect(page.getByRole('status').getByRole('heading')).toHaveText('Yes');
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'fork.txt'));
    return data;
  }, files.forked);
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: dropped });
  await expect(page.getByRole('status')).toContainText('The log was forked');
  await expect(page.getByRole('listitem')).toHaveText([/^pasted: c2sp/, 'fork.txt']);

  // A key that the reader does not trust proves nothing.
  await steps.verify(page, files.proof);
  await page.getByText('The keys that are trusted').click();
  await page.getByRole('textbox', { name: 'Keys' }).fill('');
  await page.getByRole('textbox', { name: 'Keys' }).blur();
  await expect(page.getByRole('status')).toContainText('whose key was not given');
});

test('the same from a saved copy, without a network', async ({ site, newVisitor, watch }, info) => {
  const files = await readersFiles(site);
  const copy = info.outputPath('verify.html');
  fs.writeFileSync(copy, await (await fetch(`${site.directUrl}/verify`)).text());
  // The copy is all that is opened: a file has no origin.
  watch.alsoAllowHost('null');
  const page = await (await newVisitor({ offline: true })).newPage();
  await page.goto(pathToFileURL(copy).href);
  await checks(page, files);
});
