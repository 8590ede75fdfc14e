import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi';
import type { ApiOperation, ApiSchema } from './api-schema.ts';
import { errorBody, type Call } from './call.ts';
import { exampleOf } from './example.ts';
import type { Mounted } from './mount-calls.server.ts';
import { site } from '#app/site.ts';

/** Where the description of the calls is found. */
export const API_DOCUMENT_PATH = '/api/openapi.json';

/** Goes up when an answer loses or changes something that a program may rely on. */
const API_VERSION = '1';

/** The description of every call as OpenAPI 3.1. */
export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/**
 * Describes every mounted call from the schemas that it parses and documents itself by, so that
 * the description cannot say what the call does not do. `siteUrl` has no trailing slash.
 */
export function apiDocument(mounted: readonly Mounted[], siteUrl: string): ApiDocument {
  const registry = new OpenAPIHono();
  for (const each of mounted) registry.openAPIRegistry.registerPath(described(each));
  const document = registry.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version: API_VERSION,
      description: site.description,
    },
    servers: [{ url: siteUrl }],
    tags: [...new Set(mounted.map(topicOf))].map((name) => ({ name })),
  });
  giveExamples(document);
  return document;
}

/** Beside every parameter, body, and answer that is text. */
function giveExamples({ paths, components }: ApiDocument): void {
  const shapes = (components?.schemas ?? {}) as Record<string, ApiSchema>;
  for (const [path, methods] of Object.entries(paths ?? {})) {
    for (const operation of Object.values(methods as Record<string, ApiOperation>)) {
      const { parameters = [], requestBody, responses } = operation;
      for (const each of parameters) each.example = exampleOf(each.schema, shapes, path, each.name);
      const contents = [{ content: requestBody?.content ?? {} }, ...Object.values(responses)];
      for (const [type, each] of contents.flatMap(({ content }) => Object.entries(content))) {
        if (each.schema.format === 'binary') continue;
        each.example = exampleOf(each.schema, shapes, path, type);
      }
    }
  }
}

function described({ method, path, call }: Mounted) {
  const body = bodyOf(call);
  return createRoute({
    method,
    path,
    operationId: operationIdOf(method, path),
    tags: [topicOf({ method, path, call })],
    summary: call.summary,
    'x-access': call.access,
    request: {
      ...(call.params ? { params: call.params as z.ZodObject } : {}),
      ...(call.query ? { query: call.query as z.ZodObject } : {}),
      ...(body ? { body } : {}),
    },
    responses: {
      ...Object.fromEntries(
        Object.entries(call.answers).map(([status, schema]) => [
          status,
          status === '200' && call.mediaType
            ? { description: 'A file.', content: { [call.mediaType]: { schema } } }
            : json(schema, status === '200' ? 'Answered.' : 'Done.'),
        ]),
      ),
      ...(call.access === 'admin' ? { 401: json(refusalBody, 'Not an administrator.') } : {}),
      default: json(
        call.refusal ? refusal.extend(call.refusal.shape) : refusalBody,
        'Refused or failed: why, in one sentence.',
      ),
    },
  });
}

/** As every call refuses; some say more beside the sentence. */
const refusal = errorBody.extend({
  error: z.string().openapi({ description: 'one sentence a person can read' }),
});
const refusalBody = refusal.openapi('Refusal');

function json(schema: z.ZodType, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

function bodyOf({ body, rawBodyBytes }: Call) {
  if (body) return { required: true, content: { 'application/json': { schema: body } } };
  if (!rawBodyBytes) return undefined;
  const bytes = z.string().openapi({ description: `at most ${rawBodyBytes} bytes, as they come` });
  return { required: false, content: { '*/*': { schema: bytes } } };
}

/** `get /api/products/{id}` is `getApiProductsId`. */
function operationIdOf(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

/** What the calls are about, by the beginning of their paths; the first that fits. */
const topics: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/products/, 'Products'],
  [/^\/api\/(risk-levels|plasticlist|chemicals|published|day)/, 'Tested products'],
  [/^\/api\/(validate-cart|create-checkout|create-product|checkout-success)/, 'Funding'],
  [/^\/(api\/auth|\.well-known)\//, 'Signing in'],
  [/donation|subscription-checkout|portal|manage-link/, 'Donations'],
  [/^\/(api\/)?(follows|subscribers|confirm-|mail-|change-mail|email)/, 'Mail'],
  [/^\/api\/(send-verif|verify-|contributions|end-lookup|my-data|erase-)/, 'Your contributions'],
];

function topicOf({ path, call }: Mounted): string {
  if (call.access === 'admin') return 'Administration';
  return topics.find(([pattern]) => pattern.test(path))?.[1] ?? 'Running the site';
}
