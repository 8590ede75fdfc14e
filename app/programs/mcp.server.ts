import type { Context, Hono } from 'hono';
import { z } from '@hono/zod-openapi';
import { originValidation } from '@modelcontextprotocol/hono';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { siteUrl } from '#app/config.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { ASSISTANTS } from '#app/http/limits/limits.ts';
import { socketAddress, type Env } from '#app/http/mount-calls.server.ts';
import { capitalized } from '#app/kit/text.ts';
import { recognise } from '#app/http/visitor.server.ts';
import { logSeldom } from '#app/platform/log.server.ts';
import { SEARCH_BOX_CHARACTERS } from '#app/catalogue/list/list-query.ts';
import { SEARCH_TOO_LONG } from '#app/catalogue/messages.ts';
import { MOST_COMPARED } from '#app/results/compare/compare-query.ts';
import { findEverything } from '#app/results/search/find-everything.server.ts';
import { site } from '#app/site.ts';

/** Where assistants ask. */
export const MCP_PATH = '/mcp';

/** A question is short. */
const BODY_BYTES = 65_536;
/** Of a list of products, what is read. */
const MOST_IDS = 8;
const PASSING_ON =
  'Pass on the level, or that the test can’t tell, with its bounds, and cite the report. What was not tested: no finding of safety.';

/** Asks this site itself, as anybody would. */
type Ask = (path: string) => Response | Promise<Response>;

/** Mounts the server for assistants: read only, without accounts, sessions, or cookies (decision 0168). */
export function mountAssistants(app: Hono<Env>, ask: Ask): void {
  const { fetch } = createMcpHandler(() => assistants(ask), {
    maxRequestBodySize: BODY_BYTES,
    maxSubscriptions: 0,
    onerror: ({ name }) => logSeldom('info', { name }, 'an assistant was refused'),
  });
  app.use(MCP_PATH, originValidation([new URL(siteUrl()).hostname]));
  app.all(MCP_PATH, async (c) => (await refused(c)) ?? fetch(c.req.raw));
}

async function refused(c: Context<Env>): Promise<Response | undefined> {
  const { visitor } = recognise(c.req.raw.headers, socketAddress(c));
  const refusal = await admit(ASSISTANTS, visitor);
  if (!refusal) return undefined;
  const error = { code: -32_000, message: refusal.body.error };
  return c.json({ jsonrpc: '2.0', id: null, error }, refusal.status, refusal.headers);
}

/** A page, whose Markdown is the answer, and beside it what the public calls answer. */
type Found = [page: string, data?: Record<string, unknown>];

const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
const product = z.union([z.string(), z.number()]).describe('its number: 93 of /plasticlist/93');

/** What may be asked. */
function assistants(ask: Ask): McpServer {
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
  function define<Input extends z.ZodRawShape>(
    name: string,
    description: string,
    input: Input,
    answer: (input: z.output<z.ZodObject<Input>>) => Promise<Found>,
  ) {
    const inputSchema = z.object(input);
    server.registerTool(name, { description, inputSchema, annotations }, async (asked) => {
      const [page, structuredContent] = await answer(asked);
      const content = [{ type: 'text' as const, text: await read(page) }];
      return structuredContent ? { content, structuredContent } : { content };
    });
  }
  const searches = 'Products by name, kind, or question: what was tested, and what can be funded.';
  define('search', searches, { query: z.string() }, async ({ query }) => {
    const typed = query.toWellFormed().trim();
    const page = `/search.md?q=${encodeURIComponent(typed)}`;
    if (typed === '') return [page];
    if ([...typed].length > SEARCH_BOX_CHARACTERS)
      throw new Error(`${capitalized(SEARCH_TOO_LONG)}.`);
    const { tested, toFund, kinds } = await findEverything(typed);
    return [page, { tested, to_fund: toFund, kinds }];
  });
  const reports = 'One product: its laboratory results, or how far its test is paid for.';
  define('report', reports, { product }, async (asked) => {
    const number = String(asked.product).toWellFormed();
    const tested = await find('/api/plasticlist/', number);
    if (tested) return [`/plasticlist/${tested.risk.product_id}.md`, tested];
    const untested = await find('/api/products/', number);
    if (untested) return [`/product/${untested.id}.md`, untested];
    const named = number.slice(0, 24);
    throw new Error(`No product has the number “${named}”. The tool search finds it by its name.`);
  });
  const compares = `Up to ${MOST_COMPARED} tested products side by side: which is lower, and how sure that is.`;
  define('compare', compares, { products: z.array(product) }, async ({ products }) => {
    const numbers = products.slice(0, MOST_IDS).map((one) => String(one).toWellFormed());
    const found = await Promise.all(numbers.map((one) => find('/api/plasticlist/', one)));
    const known = found.filter((one) => one !== undefined).slice(0, MOST_COMPARED);
    return [
      `/plasticlist/compare.md?ids=${encodeURIComponent(numbers.join(','))}`,
      { products: known.map(({ risk }) => risk) },
    ];
  });
  const limits = 'Every limit in use with its source, and how levels follow from it.';
  define('limits', limits, {}, async () => ['/risk-methodology.md?view=technical']);
  const tests = 'Every test that was funded here, from its goal to its results or its end.';
  define('tests', tests, {}, async () => ['/tests.md']);
  return server;
}

/** A refusal is thrown as the sentence that it says: the SDK answers with that. */
async function bodyOf(response: Response) {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(text) : text;
  if (!response.ok) throw new Error(isJson ? body.error : text);
  return body;
}
