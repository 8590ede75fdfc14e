import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from '@hono/zod-openapi';
import { originValidation } from '@modelcontextprotocol/hono';
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { siteUrl } from '#app/config.ts';
import { valueIn } from '#app/http/accepted.ts';
import { answerTrouble, logFailure } from '#app/http/answer-trouble.server.ts';
import { socketAddress } from '#app/http/by-turns.server.ts';
import type { Answer, Refusal } from '#app/http/call.ts';
import { isTextThroughout } from '#app/http/incoming-text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { ASSISTANTS } from '#app/http/limits/limits.ts';
import type { Env } from '#app/http/mount-calls.server.ts';
import { capitalized } from '#app/kit/text.ts';
import { recognise } from '#app/http/visitor.server.ts';
import { logSeldom } from '#app/platform/log.server.ts';
import * as messages from '#app/platform/messages.ts';
import { workQueue } from '#app/platform/work-queue.ts';
import { SEARCH_BOX_CHARACTERS } from '#app/catalogue/list/list-query.ts';
import { SEARCH_TOO_LONG } from '#app/catalogue/messages.ts';
import { COMPARE_NONE, compareUnknown, FOR_DIFFERENT_PEOPLE } from '#app/results/messages.ts';
import { MOST_COMPARED } from '#app/results/compare/compare-query.ts';
import { surveyLines } from '#app/results/kinds/survey-found.server.ts';
import { findEverything } from '#app/results/search/find-everything.server.ts';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';
import { site } from '#app/site.ts';
import { NO_TESTS } from '#app/surveys/survey.ts';

/** Where assistants ask. */
export const MCP_PATH = '/mcp';

/** A question is short. */
const BODY_BYTES = 65_536;
/** Of a list of products, what is read. */
const MOST_IDS = 8;
const PASSING_ON =
  'Pass on the level, or that the test can’t tell, with its bounds, and cite the report. What was not tested: no finding of safety.';

/** Several at once would take the database's connections from pages. */
const questions = workQueue({ atOnce: 8, waitingMax: 200 });

/** Asks this site itself, as whoever asks here would. */
type Ask = (path: string) => Response | Promise<Response>;

/** What an assistant is told in the place of an answer. */
class Said extends Error {}

/**
 * Mounts the server for assistants: read only, without accounts, sessions, or cookies (decision 0168). A
 * request is one question: the protocol has no batches (decision 0186).
 */
export function mountAssistants(app: Hono<Env>, askFor: (c: Context<Env>) => Ask): void {
  const limit = bodyLimit({
    maxSize: BODY_BYTES,
    onError: (c) => failure(c, 413, messages.BODY_TOO_LARGE, { Connection: 'close' }),
  });
  const origin = originValidation([new URL(siteUrl()).hostname]);
  for (const path of [MCP_PATH, `${MCP_PATH}/`])
    app.all(path, origin, limit, async (c) => {
      if (c.req.method !== 'POST') return failure(c, 405, POST_ONLY, { Allow: 'POST' });
      const { visitor } = recognise(c.req.raw.headers, socketAddress(c));
      const refusal = await admit(ASSISTANTS, visitor);
      if (refusal) return failure(c, refusal.status, refusal.body.error, refusal.headers);
      const body: unknown = await c.req.json().catch(() => undefined);
      if (body === undefined) return failure(c, 400, messages.NOT_JSON);
      if (Array.isArray(body)) return failure(c, 400, NO_BATCHES);
      const server = () => assistants(askFor(c), visitor.addressHash);
      return asAccepted(c, await answered(c, body, server));
    });
}

const POST_ONLY = 'Questions are posted here, by the Model Context Protocol.';
const NO_BATCHES = 'Send one message at a time: the protocol has no batches.';

function failure(
  c: Context,
  status: Refusal['status'] | 405,
  message: string,
  headers: Answer['headers'] = {},
): Response {
  return c.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, status, headers);
}

/** Answers by the revision that the question is of, in JSON. */
async function answered(c: Context, parsedBody: unknown, server: () => McpServer) {
  const headers = new Headers(c.req.raw.headers);
  headers.set('Accept', 'application/json, text/event-stream');
  const request = new Request(c.req.url, { method: 'POST', headers, signal: c.req.raw.signal });
  const onerror = ({ name }: Error) => logSeldom('info', { name }, 'an assistant was refused');
  if (!(await isLegacyRequest(request, parsedBody))) {
    const options = { legacy: 'reject', maxSubscriptions: 0, onerror } as const;
    return createMcpHandler(server, options).fetch(request, { parsedBody });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const own = server();
  await own.connect(transport);
  return transport.handleRequest(request, { parsedBody }).finally(() => own.close());
}

/** The protocol's clients name both types; whoever would rather have a stream gets one of one event. */
async function asAccepted(c: Context, response: Response): Promise<Response> {
  const accept = c.req.header('accept');
  const json = valueIn(accept, 'application/json', 'application/*', '*/*');
  const isStream = valueIn(accept, 'text/event-stream', 'text/*', '*/*') > json;
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (!isStream || !isJson || !response.ok) return response;
  const event = `event: message\ndata: ${await response.text()}\n\n`;
  return c.body(event, 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
}

/** A page, whose Markdown is the answer, and beside it what the public calls answer. */
type Found = [page: string, data?: Record<string, unknown>];

const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
/** Some clients write a list as text, or one number as a list: `[79, 80]`, `79;80`, `#79 #80`, `['79']`. */
const single = z.union([z.string(), z.number()]);
const written = z.union([single, z.array(single)]).transform((given) => ({
  text: String(given),
  numbers: [given].flat().flatMap((one) => String(one).match(/[^\s,;|#"'“”‘’[\]()]+/g) ?? []),
}));
const named = (text: string) => text.slice(0, 24); // a sentence has room for no more
const product = written.describe('its number: 93 of /plasticlist/93');
const several = written.describe('their numbers');

/** What may be asked. */
function assistants(ask: Ask, who: string): McpServer {
  const server = new McpServer(
    { name: site.slug, title: site.name, version: '1' },
    { instructions: `${site.description} ${PASSING_ON}` },
  );
  const read = async (path: string) => bodyOf(await ask(path));
  const find = async (call: string, number: string) => {
    if (!/^\d{1,9}$/.test(number)) return undefined;
    const response = await ask(call + encodeURIComponent(number));
    return response.status === 404 ? undefined : bodyOf(response);
  };
  const metalsOf = async (number: string) =>
    (await find('/api/plasticlist?panel=metals&id=', number))?.items ?? [];
  function define<Input extends z.ZodRawShape>(
    name: string,
    description: string,
    input: Input,
    answer: (input: z.output<z.ZodObject<Input>>) => Promise<Found>,
  ) {
    const inputSchema = z.object(input);
    const told = async (asked: z.output<z.ZodObject<Input>>) => {
      if (!isTextThroughout(asked)) throw new Said(messages.NO_TEXT);
      const [page, structuredContent] = await answer(asked);
      const content = [{ type: 'text' as const, text: await read(page) }];
      return structuredContent ? { content, structuredContent } : { content };
    };
    server.registerTool(name, { description, inputSchema, annotations }, (asked) =>
      questions(() => told(asked), who).catch((error: unknown) => {
        if (error instanceof Said) throw error;
        logFailure(error, { tool: name }, 'an assistant was not answered');
        throw new Said(answerTrouble(error).body.error);
      }),
    );
  }
  const panel = z.enum(PANEL_KEYS).optional().describe('what it is tested for; else plastics');
  const searches = 'Products by name, kind, or question: what was tested, and what can be funded.';
  define('search', searches, { query: z.string(), panel }, async ({ query, panel: asked }) => {
    const typed = query.trim();
    if (asked && asked !== 'plastics') {
      const found = `panel=${asked}&search=${encodeURIComponent(typed)}`;
      const { items, total } = await bodyOf(await ask(`/api/products?${found}`));
      const tested = await bodyOf(await ask(`/api/plasticlist?${found}`));
      const toFund = { panel: asked, to_fund: { items, total } };
      if (tested.items.length === 0) return [`/index.md?${found}`, toFund];
      const page = typed ? `/search.md?q=${encodeURIComponent(typed)}` : `/plasticlist.md?${found}`;
      return [page, { ...toFund, tested: tested.items }];
    }
    const page = `/search.md?q=${encodeURIComponent(typed)}`;
    if (typed === '') return [page];
    if ([...typed].length > SEARCH_BOX_CHARACTERS)
      throw new Said(`${capitalized(SEARCH_TOO_LONG)}.`);
    const { topic, tested, toFund, kinds, metals } = await findEverything(typed);
    const surveyed = kinds.map(({ key, name }) => ({ key, name, surveys: surveyLines(key) }));
    return [
      page,
      {
        ...(topic && { about: topic.text }),
        tested,
        ...(metals && { tested_for_metals: metals }),
        to_fund: toFund,
        kinds: surveyed,
      },
    ];
  });
  const reports = 'One product: its laboratory results, or how far its test is paid for.';
  define('report', reports, { product }, async ({ product: { text, numbers } }) => {
    const [number = text] = numbers.length === 1 ? numbers : [];
    const tested = await find('/api/plasticlist/', number);
    if (tested?.risk) return [`/plasticlist/${tested.risk.product_id}.md`, tested];
    const [metals] = await metalsOf(number);
    if (metals) return [`/plasticlist/${metals.product_id}.md`, metals];
    const untested = await find('/api/products/', number);
    if (untested) return [`/product/${untested.id}.md`, untested];
    throw new Said(
      `No product has the number “${named(number)}”. The tool search finds it by its name.`,
    );
  });
  const compares = `Up to ${MOST_COMPARED} tested products side by side: which is lower, and how sure that is.`;
  define('compare', compares, { products: several }, async ({ products }) => {
    const numbers = products.numbers.slice(0, MOST_IDS);
    const found = await Promise.all(numbers.map((one) => find('/api/plasticlist/', one)));
    const known = found.filter((one) => one?.risk).slice(0, MOST_COMPARED);
    const metals = (await Promise.all(numbers.map(metalsOf))).flat();
    if (known.length + metals.length === 0)
      throw new Said(numbers.length > 0 ? compareUnknown(numbers.map(named)) : COMPARE_NONE);
    const eaters = known.map(({ risk: { eater } }) => `${eater.weight_kg} ${eater.servings}`);
    return [
      `/plasticlist/compare.md?ids=${encodeURIComponent(numbers.join(','))}`,
      {
        products: known.map(({ risk }) => risk),
        ...(metals.length > 0 && { metals }),
        ...(new Set(eaters).size > 1 && { not_compared: FOR_DIFFERENT_PEOPLE }),
      },
    ];
  });
  const limits = 'Every limit in use with its source, and how levels follow from it.';
  define('limits', limits, { panel }, async ({ panel: asked }) => [
    `/risk-methodology.md?${asked === 'metals' ? 'panel=metals' : 'view=technical'}`,
  ]);
  const tests = 'Every test that was funded here, from its goal to its results or its end.';
  define('tests', tests, {}, async () => ['/tests.md']);
  const found = `What Health Canada and FDA measured in foods, with licenses. ${NO_TESTS}`;
  define('surveys', found, {}, async () => ['/surveys.md']);
  return server;
}

/** A refusal is thrown as the sentence that it says: the SDK answers with that. */
async function bodyOf(response: Response) {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(text) : text;
  if (!response.ok) throw new Said(isJson ? body.error : text);
  return body;
}
