import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context, Hono } from 'hono';
import { finished, respond } from '#app/cache/answers.server.ts';
import { db } from '#app/database/db.server.ts';
import type { Env } from '#app/http/mount-calls.server.ts';
import { resultRevisions, type logLeaves } from '#db/schema.ts';
import { entryProof } from './entry-proof.server.ts';
import { logKey } from './keys.server.ts';
import { readLeaf } from './read-leaf.ts';
import { currentTree, findCheckpoint, findLeaves, logTilesOf, treeOf } from './store.server.ts';
import { entryBytes, HoleError, tilePath, TILE_WIDTH } from './tree.ts';
import { VERIFIER, VERIFY_PATH, verifyPage } from './verify-page.server.ts';

/** What the log serves to programs; `log.page.tsx` shows it to people. */
export const LOG_FILES = {
  '/log/checkpoint': serveCheckpoint,
  '/log/key': serveKey,
  '/log/tile/entries/:path{.+}': (c: Context) => serveTile(c, 'entries'),
  '/log/tile/:level{\\d+}/:path{.+}': (c: Context) => serveTile(c, c.req.param('level') ?? ''),
  '/log/entry/:name': serveEntry,
  '/log/consistency/:old/:later?': serveConsistency,
  '/log/verifier.js': async (c: Context) => send(c, VERIFIER, 'text/javascript; charset=utf-8'),
  [VERIFY_PATH]: verifyPage,
} satisfies Record<string, (c: Context) => Promise<Response>>;

export function mountLog(app: Hono<Env>): void {
  for (const [path, serve] of Object.entries(LOG_FILES))
    app.get(path, async (c) => {
      try {
        return await serve(c);
      } catch (error) {
        if (error instanceof HoleError) return none(c, NOT_HERE);
        throw error;
      }
    });
}

const NOT_HERE = 'These entries are not here: the log waits for them.';

const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
const FOR_EVER = 'public, max-age=31536000, immutable';

function send(c: Context, body: string | Buffer, type: string, keep = 'no-cache') {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  return respond(c, finished(200, bytes, { 'Content-Type': type, 'Cache-Control': keep }));
}

const none = (c: Context, sentence: string) => c.text(sentence, 404);

/** The tree that is served, and its last checkpoint. */
async function served() {
  const { tree } = await currentTree(db());
  const signed = await findCheckpoint(db(), tree);
  return { tree, signed, size: signed?.size ?? 0 };
}

async function serveCheckpoint(c: Context) {
  const { signed } = await served();
  if (!signed) return none(c, 'Nothing is signed yet: the first checkpoint comes within a minute.');
  return send(c, signed.note + signed.cosignatures, TEXT);
}

async function serveKey(c: Context) {
  const vkey = logKey()?.vkey;
  return vkey ? send(c, `${vkey}\n`, TEXT) : none(c, 'The log’s key is not here.');
}

/** `x001/x234/067`, and `.p/5` of a tile of five. */
const TILE_PATH = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

async function serveTile(c: Context, level: string) {
  const [, spelled = '', part] = TILE_PATH.exec(c.req.param('path') ?? '') ?? [];
  const index = Number(spelled.replaceAll(/[x/]/g, ''));
  const isSpelled =
    spelled !== '' && tilePath(index) === spelled && /^(entries|0|[1-9]\d?)$/.test(level);
  const width = Number(part ?? TILE_WIDTH);
  if (!isSpelled || (part && width >= TILE_WIDTH) || Number(level) > 63)
    return none(
      c,
      'This is no address of a tile: one reads /log/tile/0/000, or /log/tile/0/000.p/5.',
    );
  const { tree, size } = await served();
  const span = level === 'entries' ? 1 : TILE_WIDTH ** Number(level);
  const there = Math.floor(size / span) - index * TILE_WIDTH;
  if (there < width)
    return none(c, `The log has no such tile: its checkpoint is of ${size} entries.`);
  if (level !== 'entries') {
    const hashes = await logTilesOf(db(), tree)(Number(level), index);
    return sendWhole(c, hashes.slice(0, width), width);
  }
  const rows = await findLeaves(tree, index * TILE_WIDTH, index * TILE_WIDTH + width);
  const entries = rows.map(({ leaf }) => entryBytes(leaf));
  return sendWhole(c, entries, width);
}

function sendWhole(c: Context, parts: Buffer[], width: number) {
  if (parts.length < width) return none(c, NOT_HERE);
  return send(c, Buffer.concat(parts), BYTES, FOR_EVER);
}

/** `/log/entry/7` is the entry, `7.proof` its proof, and `7.rows` the results that it states the hash of. */
async function serveEntry(c: Context) {
  const [, digits, kind] =
    /^(0|[1-9]\d{0,14})(\.proof|\.rows)?$/.exec(c.req.param('name') ?? '') ?? [];
  if (!digits) return none(c, 'This is no address of an entry: one reads /log/entry/7.');
  const index = Number(digits);
  const { tree, size } = await served();
  const [row] = await findLeaves(tree, index, index + 1);
  if (!row || index >= size)
    return none(c, `The log has no entry ${index}: its checkpoint is of ${size} entries.`);
  if (kind === '.rows') return serveRows(c, row);
  if (!kind) return send(c, row.leaf, 'application/json; charset=utf-8', FOR_EVER);
  const asked = sizeIn(c.req.query('size'), size);
  const signed = await findCheckpoint(db(), tree, asked);
  if (!signed) return none(c, 'No checkpoint of so many entries was signed.');
  if (index >= signed.size)
    return none(c, `The checkpoint of ${signed.size} entries is older than entry ${index}.`);
  const proof = await entryProof(tree, row, signed);
  c.header('Content-Disposition', `attachment; filename="entry-${index}.tlog-proof"`);
  return send(c, proof, TEXT);
}

/** The results of a publication, letter by letter as its leaf states their hash. */
async function serveRows(c: Context, row: typeof logLeaves.$inferSelect) {
  const leaf = readLeaf(row);
  if (!leaf || !('rows_sha256' in leaf.body)) return none(c, 'This entry states no results.');
  const { product, revision, rows_sha256: hash } = leaf.body;
  const { originalId, number, rows } = resultRevisions;
  const [found] = await db()
    .select({ rows })
    .from(resultRevisions)
    .where(and(eq(originalId, product), eq(number, revision)));
  if (!found) return none(c, 'The results of this entry are not here any more.');
  if (createHash('sha256').update(found.rows).digest('hex') !== hash)
    return c.text('The results that are stored are not those that were sealed.', 500);
  return send(c, found.rows, 'text/tab-separated-values; charset=utf-8');
}

/** What shows that a checkpoint continues an older one; as a witness is asked (tlog-witness). */
async function serveConsistency(c: Context) {
  const { tree, size } = await served();
  const [old, later] = [sizeIn(c.req.param('old'), -1), sizeIn(c.req.param('later'), size)];
  const signed = await findCheckpoint(db(), tree, later);
  if (!signed || old < 0 || old > later)
    return none(c, 'No two checkpoints of these sizes were signed.');
  const path = await treeOf(db(), tree).consistency(old, later);
  const lines = [`old ${old}`, ...path.map((hash) => hash.toString('base64')), ''];
  return send(c, `${lines.join('\n')}\n${signed.note}${signed.cosignatures}`, TEXT);
}

/** A number of entries as an address spells it, or what stands for none; -1 of anything else. */
function sizeIn(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : -1;
}
