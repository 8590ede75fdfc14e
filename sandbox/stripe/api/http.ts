import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StripeError } from './errors.ts';

const MAX_BODY_BYTES = 1_000_000;

/** The whole body as text; throws 413 beyond a megabyte. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is read and dropped: a sender who is cut off would not see the answer.
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BODY_BYTES) {
    throw new StripeError(413, 'invalid_request_error', 'The request body is too large.');
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-cache, no-store',
  });
  response.end(json);
}

/** Requires the secret key as a bearer token or as the user name of basic authentication. */
export function checkKey(request: IncomingMessage, secretKey: string): void {
  const key = keyOf(request.headers.authorization ?? '');
  if (!key) {
    throw new StripeError(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the Authorization ' +
        "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!timingSafeEqual(digest(key), digest(secretKey))) {
    const hint = `${key.slice(0, 8)}${'*'.repeat(8)}`;
    throw new StripeError(401, 'invalid_request_error', `Invalid API Key provided: ${hint}`);
  }
}

/** The error for anything thrown; what is not Stripe's is a fault of the sandbox and is logged. */
export function toStripeError(error: unknown): StripeError {
  if (error instanceof StripeError) return error;
  console.error(error);
  return new StripeError(500, 'api_error', 'The sandbox failed; its log says how.');
}

function keyOf(authorization: string): string {
  const [scheme, value = ''] = authorization.split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
