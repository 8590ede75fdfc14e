import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { isCurrent } from '#app/cache/answers.server.ts';
import { db } from '#app/database/db.server.ts';
import { refusedBy } from '#app/http/limits/refused-by.server.ts';
import { RELEASE_FILES } from '#app/http/limits/limits.ts';
import type { Env } from '#app/http/mount-calls.server.ts';
import { BESIDE } from './release-proof.server.ts';
import { findRelease, listReleases, partsOf, type ReleasedFile } from './store.server.ts';

const RELEASE = '/data/:release{\\d{4}-\\d{2}-\\d{2}(-\\d+)?}';

/** What is served of releases to programs; `data.page.tsx` lists them for people. */
export const DATA_FILES = {
  '/data/latest/:file?': serveLatest,
  [RELEASE]: toList,
  [`${RELEASE}/:file`]: serveFile,
} satisfies Record<string, (c: Context) => Promise<Response>>;

export function mountData(app: Hono<Env>): void {
  for (const [path, serve] of Object.entries(DATA_FILES)) app.get(path, serve);
}

const TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};
const NO_SUCH_FILE = 'The release has no such file. Its SHA256SUMS lists them.';
const none = (c: Context, sentence: string) => c.text(sentence, 404);

async function serveLatest(c: Context): Promise<Response> {
  const [last] = await listReleases(db(), 1);
  if (!last) return none(c, 'There is no release yet: the first one comes within a minute.');
  const file = c.req.param('file') ?? 'README.md';
  const isThere = [...last.contents.files.map(({ name }) => name), ...BESIDE].includes(file);
  if (!isThere) return none(c, NO_SUCH_FILE);
  const to = `/data/${last.name}/${file}`;
  return new Response(null, {
    status: 302,
    headers: { Location: to, 'Cache-Control': 'no-store' },
  });
}

async function toList(c: Context): Promise<Response> {
  return c.redirect(`/data#${c.req.param('release')}`);
}

async function serveFile(c: Context): Promise<Response> {
  const [name = '', asked = ''] = [c.req.param('release'), c.req.param('file')];
  const release = await findRelease(name);
  if (!release) return none(c, 'There is no such release. /data lists them.');
  const listed = release.contents.files.find((file) => file.name === asked);
  const isBeside = BESIDE.some((file) => file === asked);
  const file = listed ?? (isBeside ? await besideFile(name, asked) : undefined);
  if (!file)
    return none(
      c,
      isBeside
        ? 'It comes within some minutes of the release, when the log is signed.'
        : NO_SUCH_FILE,
    );
  const etag = `"${file.sha256}"`;
  const headers = {
    'Content-Type': TYPES[asked.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  if (isCurrent(c, etag)) return new Response(null, { status: 304, headers });
  const isSame = (c.req.header('if-range') ?? etag) === etag;
  const range = rangeOf(isSame ? c.req.header('range') : undefined, file.bytes);
  if (!range)
    return c.text(`The file has ${file.bytes} bytes.`, 416, {
      'Content-Range': `bytes */${file.bytes}`,
    });
  const [from, to] = range;
  const isWhole = to - from + 1 === file.bytes;
  const refused = await refusedBy(RELEASE_FILES, c, Math.ceil((to - from + 1) / 1_000_000) || 1);
  if (refused) return refused;
  const parts = Readable.from(partsOf(db(), name, asked, range));
  return new Response(Readable.toWeb(parts) as ReadableStream, {
    status: isWhole ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(to - from + 1),
      'Accept-Ranges': 'bytes',
      ...(!isWhole && { 'Content-Range': `bytes ${from}-${to}/${file.bytes}` }),
    },
  });
}

/**
 * The bytes that are asked for, as readers of Parquet do; all of them where it is no one range, and
 * undefined where the file has none of them (RFC 9110, 14.1.2).
 */
function rangeOf(header: string | undefined, bytes: number): [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  const isBackward = first !== '' && last !== '' && Number(last) < Number(first);
  if (first + last === '' || isBackward) return [0, bytes - 1];
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from < bytes ? [from, to] : undefined;
}

/** Checkpoint or proof, where it is there: small, and never changed. */
async function besideFile(release: string, name: string): Promise<ReleasedFile | undefined> {
  for await (const content of partsOf(db(), release, name))
    return { name, bytes: content.length, sha256: `${release}-${name}` };
  return undefined;
}
