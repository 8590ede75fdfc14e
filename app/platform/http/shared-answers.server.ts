import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { byteCache } from './byte-cache.ts';
import type { Answer } from './call.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A finished public answer, and a tag that changes when its bytes do. */
export interface Made {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Body;
}

/** An answer as text or as bytes in UTF-8, and compressed as somebody has asked for it. */
interface Body {
  /** How many are held or may be, as far as is known. */
  bytes: number;
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

/** Some 300 of the largest pages. */
export const KEPT_BYTES = 48 * 1024 * 1024;

const answers = byteCache<Made>({
  bytesMax: KEPT_BYTES,
  secondsMax: 60,
  bytesOf: bytesOfMade,
  isKept: ({ status }) => status < 400,
});

/**
 * A public answer, made once for everyone who asks within `seconds`, also while it is being made;
 * whoever has the current bytes already gets a 304. Failures are not kept.
 */
export async function shared(
  c: Context,
  key: string,
  seconds: number,
  make: () => Promise<Answer>,
): Promise<Response> {
  const made = await once(key, seconds, async () => {
    const { status, body, headers } = await make();
    const isText = typeof body === 'string' && headers?.['Content-Type'];
    return finished(status, isText ? body : JSON.stringify(body), {
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
    });
  });
  return respond(c, made);
}

/** The same for any finished text. */
export function once(key: string, seconds: number, make: () => Promise<Made>): Promise<Made> {
  return answers.once(key, make, seconds);
}

/** What is kept now, in bytes. */
export function keptBytes(): number {
  return answers.bytes();
}

/** What an answer holds, in bytes; a character of its headers is two at most. */
export function bytesOfMade({ body, headers, etag }: Made): number {
  const parts = [etag, ...Object.entries(headers).flat()];
  return body.bytes + 2 * parts.reduce((sum, { length }) => sum + length, 0);
}

export function finished(
  status: number,
  plain: string | Bytes,
  headers: Record<string, string>,
): Made {
  const etag = tagOf(hash('sha1', plain, 'base64url'));
  // Text in both compressions is less than half as long again.
  const bytes = Math.ceil(1.5 * Buffer.byteLength(plain));
  return { status, headers, etag, body: { plain, bytes } };
}

function tagOf(digest: string): string {
  return `W/"${digest}"`;
}

/** Keeps of an answer what browsers ask for: a page is seven times as long as that. */
export async function packed(made: Made): Promise<Made> {
  const br = await bytesIn(made.body, 'br');
  // A gzip may come to it.
  return { ...made, body: { br: Promise.resolve(br), bytes: Math.ceil(2.5 * br.length) } };
}

/** Sends a finished answer as the visitor's program unpacks it, or a 304 where its copy is current. */
export async function respond(c: Context, made: Made): Promise<Response> {
  // Where the answer itself says how long it may be kept, that holds.
  const keeping = made.headers['Cache-Control'] ?? 'no-cache';
  const caching: Record<string, string> =
    keeping === 'no-store'
      ? { 'Cache-Control': keeping }
      : { ETag: made.etag, 'Cache-Control': keeping, Vary: 'Accept-Encoding' };
  if (made.status === 200 && caching.ETag && c.req.header('if-none-match') === made.etag) {
    // With its own policy: browsers take over the headers of a 304 for the copy they have.
    return new Response(null, { status: 304, headers: { ...made.headers, ...caching } });
  }
  const { body } = made;
  const encoding = body.bytes < COMPRESSED_FROM_BYTES ? undefined : encodingFor(c);
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

/** Compressed once for everyone who asks alike. */
function bytesIn(body: Body, encoding: Encoding): Promise<Bytes> {
  return (body[encoding] ??= plainOf(body).then(compressions[encoding]));
}

async function plainOf({ plain, br }: Body): Promise<Bytes | string> {
  if (plain !== undefined) return plain;
  return br ? fromBrotli(await br) : Buffer.alloc(0);
}
