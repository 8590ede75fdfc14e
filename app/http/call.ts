import { z } from '@hono/zod-openapi';
import { waitOf } from '#app/platform/messages.ts';

/** Who calls: hashes only, so that caps and limits work without keeping addresses. */
export interface Visitor {
  /** SHA-256 of the browser's HttpOnly cookie. */
  browserHash: string;
  /** Of their IPv4 address, or of the /64 of an IPv6 address, under the secret in force: what is stored. */
  addressHash: string;
  /** Under last week's: what was stored before the secret changed. Whoever looks for both finds all. */
  addressHashBefore?: string;
  /** Of the network around it, the /24 of IPv4 or the /48 of IPv6, under the secret in force. */
  networkHash?: string;
}

/** Who is signed in as an administrator, and was on the list when the request came. */
export interface Administrator {
  /** Their id with better-auth, a UUID. */
  id: string;
  /** Normalised. */
  email: string;
  sessionId: string;
  signedInAt: Date;
  /** Whether they give a code when they sign in, and when one was last given in this session. */
  hasSecondFactor: boolean;
  factorGivenAt: Date | undefined;
}

export interface Answer<Status extends number = number, Body = unknown> {
  status: Status;
  /** Sent as JSON; text that comes with a Content-Type of its own, as it is. */
  body: Body;
  /** Several values, for Set-Cookie, are sent one by one. */
  headers?: Record<string, string | string[]>;
}

/** Why nothing came of a call, in one sentence that a person can read, and what else helps. */
export type Refusal = Answer<
  202 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 502 | 503,
  { error: string }
>;

/** Answers by their status. */
type Answers = Readonly<Record<number, z.ZodType>>;

/** What fits one of the answers that a call names. */
type Fitting<Named extends Answers> = {
  [Status in keyof Named & number]: Answer<Status, Sent<z.input<Named[Status]>>>;
}[keyof Named & number];

/** What is sent is changed by nobody, so that lists may be read-only; what is not named is not held. */
type Sent<Value> = Value extends readonly (infer Each)[]
  ? readonly Sent<Each>[]
  : Value extends object
    ? { readonly [Key in keyof Value as string extends Key ? never : Key]: Sent<Value[Key]> }
    : Value;

/** What a call is given: parsed and validated where it names a schema. */
interface CallInput<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Access extends 'anyone' | 'admin',
> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  /** The exact bytes, for calls that verify a signature. */
  raw: Request;
  visitor: Visitor;
  /** Who calls an `admin` call. */
  administrator: Access extends 'admin' ? Administrator : undefined;
  /** The site's address as this visitor sees it, without a trailing slash. */
  origin: string;
}

/** The one statement of what a call takes and answers: code, browser and description follow from it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Named extends Answers = Answers,
  Besides extends z.ZodObject = z.ZodObject,
  Access extends 'anyone' | 'admin' = 'anyone' | 'admin',
> {
  /** One line for the API's documentation. */
  summary: string;
  /** `admin` calls pass `requireAdmin` before anything else is looked at. */
  access: Access;
  /** It is for the site's own pages: what another site's page sends is refused. `admin` calls are. */
  isForOwnPages?: boolean;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Set for a body that must stay raw bytes; its limit in bytes. */
  rawBodyBytes?: number;
  /** Which requests its address' page answers instead. */
  isLeftToPage?: (request: Request) => boolean;
  /** It never gives a browser its cookie: others under way at the same time may. */
  isAnonymous?: boolean;
  /** A public answer that may be shared for this many seconds. */
  sharedSeconds?: number;
  /** What kind of file the 200 answer is, where it is not JSON. */
  mediaType?: string;
  /** Schemas of the answers by status; errors are `{ error }` by themselves. */
  answers: Named;
  /** What a refusal may say beside its sentence: each of it optional. */
  refusal?: Besides;
  /** Whatever else it may answer fits none of its schemas: types and `mountCalls` hold it to that. */
  handle(input: CallInput<Params, Query, Body, Access>): Promise<Fitting<Named> | Refusal>;
}

/** Any call, where only its shape as a whole matters. */
export interface AnyCall extends Omit<Call, 'handle'> {
  // oxlint-disable-next-line typescript/no-explicit-any
  handle(input: any): Promise<Answer>;
}

/** Types a call from its schemas. */
export function defineCall<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  const Named extends Answers,
  Besides extends z.ZodObject,
  Access extends 'anyone' | 'admin',
>(
  call: Call<Params, Query, Body, Named, Besides, Access>,
): Call<Params, Query, Body, Named, Besides, Access> {
  return call;
}

/** As every call refuses. */
export const errorBody = z.object({ error: z.string() });

export function answer<Status extends number, const Body>(
  status: Status,
  body: Body,
  headers?: Answer['headers'],
): Answer<Status, Body> {
  return headers ? { status, body, headers } : { status, body };
}

/** A file that a browser keeps under this name; JSON where no type of text is given. */
export function attachment<const Body>(
  body: Body,
  fileName: string,
  contentType?: string,
): Answer<200, Body> {
  return answer(200, body, {
    'Content-Disposition': `attachment; filename="${fileName}"`,
    ...(contentType && { 'Content-Type': contentType }),
  });
}

/**
 * An error as every call answers it. 429 is not for it: `refuseForNow` says how long to wait.
 */
export function refuse(
  status: Exclude<Refusal['status'], 429>,
  error: string,
  more: object = {},
): Refusal {
  return { status, body: { error, ...more } };
}

/** The one way to a 429: it says when to come again, in its sentence and in `Retry-After`. */
export function refuseForNow(
  seconds: number,
  sentence: (wait: string) => string,
  more: object = {},
): Refusal {
  return {
    status: 429,
    body: { error: sentence(waitOf(seconds)), ...more },
    headers: { 'Retry-After': String(seconds) },
  };
}
