import fc from 'fast-check';
import { fromSchema, type JsonSchema } from './from-schema.ts';
import { oddText } from './odd.ts';
import type { Place } from './places.ts';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const FORM = 'application/x-www-form-urlencoded';

/** Requests for a place: odd parts of its path, odd queries, bodies that break its schema. */
export function requestsFor(
  place: Place,
  find: (ref: string) => JsonSchema | undefined,
): fc.Arbitrary<FuzzRequest> {
  const parts = place.path.split('/').map((part) => {
    const [, suffix = ''] = /^:\w+(\..*)?$/.exec(part) ?? [];
    return part.startsWith(':') ? oddText.map((text) => encoded(text) + suffix) : fc.constant(part);
  });
  const path = fc.tuple(...parts).map((texts) => texts.join('/') || '/');
  const method =
    place.method === 'GET'
      ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD')
      : fc.constant(place.method);
  return fc
    .tuple(method, path, queryOf(place), headers, bodyOf(place, find))
    .map(([verb, where, query, odd, sent]) => {
      const type: Record<string, string> = sent.type ? { 'Content-Type': sent.type } : {};
      const request = { method: verb, path: where + query, headers: { ...type, ...odd } };
      return sent.text === undefined ? request : { ...request, body: sent.text };
    });
}

/** Known parameters with odd values, unknown ones, the same ones twice. */
function queryOf({ parameters }: Place): fc.Arbitrary<string> {
  const name = fc.oneof(
    ...(parameters.length > 0 ? [fc.constantFrom(...parameters)] : []),
    oddText.map((text) => text.slice(0, 60)),
  );
  return fc
    .array(fc.tuple(name, oddText), { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.map(encoded).join('=')).join('&'))
    .map((query) => (query ? `?${query}` : ''));
}

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('Accept', 'User-Agent', 'If-None-Match', 'Accept-Language', 'Referer'),
        oddText,
      )
      .map(([name, text]) => ({ [name]: inHeader(text) })),
  },
  { weight: 1, arbitrary: fc.constant({ 'Content-Type': 'text/plain' }) },
);

interface Sent {
  type?: string;
  text?: string;
}

function bodyOf(
  { method, body, form }: Place,
  find: (ref: string) => JsonSchema | undefined,
): fc.Arbitrary<Sent> {
  if (method === 'GET') return fc.constant({});
  if (form) return formOf(form);
  const json = fromSchema(body ?? {}, find).map((value) => JSON.stringify(value) ?? '');
  const broken = fc.oneof(
    oddText,
    json.map((text) => text.slice(0, Math.floor(text.length / 2))),
    fc.constant(`{"a":"${'x'.repeat(70_000)}"}`),
    fc.constant('['.repeat(30_000)),
    fc.constant(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  );
  return fc
    .oneof({ weight: 8, arbitrary: json }, { weight: 1, arbitrary: broken })
    .map((text) => ({ type: 'application/json', text: text.toWellFormed() }));
}

function formOf({ names, values, intent: own }: NonNullable<Place['form']>): fc.Arbitrary<Sent> {
  const value = fc.oneof(fc.constantFrom(...values), oddText);
  const intent = (own ? fc.constant(own) : fc.constantFrom(...values)).map(
    (one) => ['intent', one] as [string, string],
  );
  const field = fc.tuple(fc.oneof(fc.constantFrom(...names), oddText), value);
  const pairs = fc
    .tuple(intent, fc.array(field, { maxLength: 8 }))
    .map(([one, more]) => [one, ...more]);
  const plain = pairs.map((all): Sent => {
    return { type: FORM, text: all.map((pair) => pair.map(encoded).join('=')).join('&') };
  });
  const parts = pairs.map((all): Sent => {
    const text = all.map(([name, one]) => {
      const quoted = name.replaceAll(/["\r\n]/g, '_').toWellFormed();
      return `--x\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${one.toWellFormed()}\r\n`;
    });
    return { type: 'multipart/form-data; boundary=x', text: `${text.join('')}--x--\r\n` };
  });
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: parts });
}

/** Percent-encoded; halves of characters as the bytes they would be; now and then not at all. */
function encoded(text: string): string {
  if (/^%(zz|00|2e.*)?$/.test(text)) return text;
  return [...text]
    .map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80'))
    .join('');
}

/** What a header can carry at all: no ends of lines, one byte a character. */
function inHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim();
}
