import type { z } from '@hono/zod-openapi';
import type { Call } from './call.ts';

const ANSWER_MS = 30_000;

/** Every call as a browser knows it, by method and path; `routes.ts` fills it in. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Api {}

/** What the calls of a table take and answer. */
export type Contracts<Table> = {
  [Place in keyof Table]: Table[Place] extends () => Promise<
    Call<infer Params, infer Query, infer Body, infer Named, infer Besides>
  >
    ? {
        input: Known<{ params: z.input<Params>; query: z.input<Query>; body: z.input<Body> }>;
        answer: z.output<Named[keyof Named & number]>;
        refusal: z.output<Besides>;
      }
    : never;
};

/** The parts that a call has schemas for. */
type Known<Parts> = {
  [Part in keyof Parts as unknown extends Parts[Part] ? never : Part]: Parts[Part];
};

export type Contract<Place extends keyof Api> = Api[Place] extends {
  input: object;
  answer: unknown;
  refusal: object;
}
  ? Api[Place]
  : never;

interface Manners {
  /** Gives up an answer that nobody waits for any more. */
  signal?: AbortSignal;
  /** Said where the site said nothing; or what to say, given what the site said and its status. */
  failed?: string | ((text?: string, status?: number) => string);
  /** Said where no answer came; `failed` unless given. */
  unreachable?: string;
}

/** Nothing came of a call. */
export interface NotAnswered<Besides = object> {
  ok: false;
  /** The sentence to show. */
  sentence: string;
  /** undefined: no answer came. */
  status?: number;
  /** What the site itself said; how long to wait, where that is all that is in the way. */
  shown?: string;
  /** What it said besides. */
  body?: Partial<Besides>;
}

/** What came of a form that was sent: the sentence to show, and what was typed where it is refused. */
export type FormOutcome<Besides = object> = (
  | { ok: true; sentence: string; url?: string; status?: undefined }
  | NotAnswered<Besides>
) & {
  /** Which form of its page it was. */
  intent?: string | undefined;
  /** Which of its fields is wrong. */
  field?: string | undefined;
  typed: Record<string, string>;
};

/** What came of one form of a page that has several. */
export function sentBy<Outcome extends { intent?: string | undefined }>(
  sent: Outcome | undefined,
  intent: string,
): Outcome | undefined {
  return sent?.intent === intent ? sent : undefined;
}

/** The link or token gives no right to this (any more): trying again does not help. */
export const isVoid = (status?: number) => status === 403 || status === 400;

export type Asked<Place extends keyof Api> =
  | { ok: true; body: Contract<Place>['answer']; /** The server's clock. */ date: string | null }
  | NotAnswered<Contract<Place>['refusal']>;

/**
 * Makes a call of the site, by its method and path as `routes.ts` names it. It never throws: an
 * answer that does not come within half a minute, or cannot be read, is a sentence.
 */
export async function ask<Place extends keyof Api>(
  place: Place,
  asking: Contract<Place>['input'] & Manners,
): Promise<Asked<Place>> {
  const { params, query, body, signal, failed = '', unreachable } = asking as Plain;
  const [method = '', path = ''] = (place as string).split(' ');
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams(query).toString();
  const headers = new Headers(body ? { 'Content-Type': 'application/json' } : {});
  const refused = (text?: string, status?: number) =>
    typeof failed === 'string' ? (text ?? failed) : failed(text, status);
  try {
    const response = await fetch(search ? `${named}?${search}` : named, {
      method: method.toUpperCase(),
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(signal ? [signal] : [])]),
    });
    const { status } = response;
    const read = (await response.json().catch(() => undefined)) as Read;
    if (response.ok && read && read.error === undefined) {
      const date = response.headers.get('Date');
      return { ok: true, body: read as Contract<Place>['answer'], date };
    }
    const text = typeof read?.error === 'string' && read.error !== '' ? read.error : undefined;
    // Trying again at once is no advice where the site has said how long to wait.
    const isForNow = text && response.headers.has('Retry-After');
    return {
      ok: false,
      sentence: isForNow ? text : refused(text, status),
      status,
      shown: text,
      ...(text && { body: read as Contract<Place>['refusal'] }),
    };
  } catch {
    return { ok: false, sentence: unreachable ?? refused() };
  }
}

/** As it is once its types have been held. */
interface Plain extends Manners {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: object;
}

type Read = { error?: unknown } | null | undefined;
