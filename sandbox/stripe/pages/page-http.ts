import type { IncomingMessage, ServerResponse } from 'node:http';
import { StripeError } from '#sandbox/stripe/api/errors.ts';
import { readBody } from '#sandbox/stripe/api/http.ts';

/**
 * No script runs and nothing is loaded but the style sheet. `form-action` is left out: browsers
 * hold redirects after a form to it, and the forms end at the seller's own address.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page for people; its address is a secret that must not travel on as a referrer. */
export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
  sendBody(response, status, 'text/html', html);
}

export function sendBody(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

/** Sends the browser on with a GET, after a form. */
export function seeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();
}

/** The named fields of a form, '' for what is missing; undefined once a refusal was answered. */
export async function readPosted<Name extends string>(
  request: IncomingMessage,
  response: ServerResponse,
  names: readonly Name[],
): Promise<Record<Name, string> | undefined> {
  try {
    const sent = new URLSearchParams(await readBody(request));
    const entries = names.map((name) => [name, sent.get(name) ?? '']);
    return Object.fromEntries(entries) as Record<Name, string>;
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    sendBody(response, error.status, 'text/plain', error.message);
    return undefined;
  }
}
