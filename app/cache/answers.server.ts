import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A finished public answer, and a tag that changes when its bytes do. */
export interface Made {
  status: number;
  headers: Record<string, string>;
  etag: string;
  /** Uncompressed. */
  lengthBytes: number;
  /** How many are held or may be, as far as is known. */
  bytes: number;
  body: Body;
}

/** An answer as text or as bytes in UTF-8, and compressed as somebody has asked for it. */
interface Body {
  plain?: Bytes | string;
  br?: Promise<Bytes>;
  gzip?: Promise<Bytes>;
}

const fromBrotli = promisify(brotliDecompress);

/** As browsers ask for them, the smaller result first. */
const compressions = {
  br: (plain: Bytes | string) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 4,
      },
    }),
  gzip: promisify(gzip) as (plain: Bytes | string) => Promise<Bytes>,
};

type Encoding = keyof typeof compressions;

const ENCODINGS = Object.keys(compressions) as Encoding[];

/** What is shorter hardly gets shorter. */
export const COMPRESSED_FROM_BYTES = 1_024;

/** An answer of a call, sent as JSON; text that comes with a type of its own, as it is. */
interface Answered {
  status: number;
  body: unknown;
  headers?: Record<string, string | string[]>;
}

export function finishedCall({ status, body, headers }: Answered): Made {
  const isText = typeof body === 'string' && headers?.['Content-Type'];
  return finished(status, isText ? body : JSON.stringify(body), {
    'Content-Type': 'application/json; charset=utf-8',
    ...(headers as Record<string, string>), // one that is shared sets no cookies
  });
}

export function finished(
  status: number,
  plain: string | Bytes,
  headers: Record<string, string>,
): Made {
  // Text in both compressions is less than half as long again; a character of a header is two bytes at most.
  const lengthBytes = Buffer.byteLength(plain);
  const bytes = Math.ceil(1.5 * lengthBytes) + 2 * JSON.stringify(headers).length;
  const etag = `W/"${hash('sha1', plain, 'base64url')}"`;
  return { status, headers, etag, lengthBytes, bytes, body: { plain } };
}

/** Keeps of an answer what browsers ask for: a page is seven times as long as that. */
export async function packed(made: Made): Promise<Made> {
  if (made.status >= 400) return made;
  const br = await bytesIn(made.body, 'br');
  // A gzip may come to it.
  const bytes = Math.ceil(2.5 * br.length) + 2 * JSON.stringify(made.headers).length;
  return { ...made, bytes, body: { br: Promise.resolve(br) } };
}

/** Sends a finished answer as the visitor's program unpacks it, or a 304 where its copy is current. */
export async function respond(c: Context, made: Made): Promise<Response> {
  // Where the answer itself says how long it may be kept, that holds.
  const keeping = made.headers['Cache-Control'] ?? 'no-cache';
  const caching: Record<string, string> =
    keeping === 'no-store'
      ? { 'Cache-Control': keeping }
      : { ETag: made.etag, 'Cache-Control': keeping, Vary: 'Accept-Encoding' };
  if (made.status === 200 && caching.ETag && isCurrent(c, made.etag)) {
    // With its own policy: browsers take over the headers of a 304 for the copy they have.
    return new Response(null, { status: 304, headers: { ...made.headers, ...caching } });
  }
  const { body } = made;
  const encoding = made.lengthBytes < COMPRESSED_FROM_BYTES ? undefined : encodingFor(c);
  const sent = encoding ? await bytesIn(body, encoding) : await plainOf(body);
  return new Response(made.status === 204 ? null : sent, {
    status: made.status,
    headers: {
      ...made.headers,
      ...(made.status === 200 ? caching : { 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' }),
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      ...(made.status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(sent)) }),
    },
  });
}

/** Whether the visitor's program has it under this tag: one of several, weak or not, or any. */
export function isCurrent(c: Context, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = (c.req.header('if-none-match') ?? '').split(',').map(bare);
  return known.includes(bare(etag)) || known.includes('*');
}

/** The first of ours that the visitor's program takes; undefined where it takes none. */
function encodingFor(c: Context): Encoding | undefined {
  const encoding = accepts(c, {
    header: 'Accept-Encoding',
    supports: ENCODINGS,
    default: '',
    match: (accepted) => {
      const named = (type: string) => accepted.find((one) => one.type.toLowerCase() === type);
      return ENCODINGS.find((one) => ((named(one) ?? named('*'))?.q ?? 0) > 0) ?? '';
    },
  });
  return encoding === '' ? undefined : (encoding as Encoding);
}

/**
 * Compressed once for everyone who asks alike, in a copy: what zlib gives is the beginning of a larger
 * buffer, which would be held with it.
 */
function bytesIn(body: Body, encoding: Encoding): Promise<Bytes> {
  const compressed = async () => new Uint8Array(await compressions[encoding](await plainOf(body)));
  return (body[encoding] ??= compressed());
}

async function plainOf({ plain, br }: Body): Promise<Bytes | string> {
  if (plain !== undefined) return plain;
  return br ? fromBrotli(await br) : Buffer.alloc(0);
}
