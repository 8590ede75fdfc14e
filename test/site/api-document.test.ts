import { Ajv2020 } from 'ajv/dist/2020.js';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '#app/create-app.ts';
import { errorBody } from '#app/http/call.ts';
import { UNNAMED_TEXT } from '#app/http/example.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { apiDocument, type ApiDocument } from '#app/http/api-document.server.ts';
import { calls } from '#app/routes.ts';
import { apiPage } from '#test/support/api-page.ts';

let document: ApiDocument;

beforeAll(async () => {
  document = apiDocument(await loadCalls(), 'https://assay.example');
});

describe('the description of the calls', () => {
  it('is valid OpenAPI 3.1, also as it is sent', async () => {
    const app = await createApp();
    const sent = await app.request('/api/openapi.json');
    expect(sent.headers.get('content-type')).toMatch(/^application\/json/);
    for (const described of [
      structuredClone<object>(document) as Record<string, unknown>,
      (await sent.json()) as Record<string, unknown>,
    ]) {
      const validator = new Validator();
      const { valid, errors } = await validator.validate(described);
      expect(errors).toBeUndefined();
      expect(valid).toBe(true);
      expect(validator.version).toBe('3.1');
    }
  });

  it('names every call of the table of contents, each by a name of its own', () => {
    const described = operations().map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(calls.map((c) => `${c.method} ${c.path}`).toSorted());
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says what each takes, answers and refuses with, and who may make it', async () => {
    for (const { method, path, call } of await loadCalls()) {
      const found = operations().find((one) => one.method === method && one.path === path);
      const { parameters = [], requestBody, responses, ...rest } = found!.operation;
      const names = (parameters as { name: string; in: string }[]).map(
        (one) => `${one.in} ${one.name}`,
      );
      expect(names, path).toEqual([
        ...keysOf(call.params).map((name) => `path ${name}`),
        ...keysOf(call.query).map((name) => `query ${name}`),
      ]);
      expect(requestBody !== undefined, path).toBe(Boolean(call.body ?? call.rawBodyBytes));
      expect(Object.keys(responses), path).toEqual(
        expect.arrayContaining(Object.keys(call.answers)),
      );
      const text = call.refusal
        ? ['error', ...keysOf(call.refusal)]
        : ['#/components/schemas/Refusal'];
      for (const one of text) expect(JSON.stringify(responses.default), path).toContain(one);
      expect(rest['x-access'], path).toBe(call.access);
      expect('401' in responses, path).toBe(call.access === 'admin');
    }
  });

  it('gives an example of all that each takes and answers, which its schemas take', async () => {
    for (const { method, path, call } of await loadCalls()) {
      const { operation } = operations().find((one) => one.method === method && one.path === path)!;
      const { parameters = [], requestBody, responses } = operation;
      const given = (where: string) =>
        Object.fromEntries(
          parameters.flatMap((one) => (one.in === where ? [[one.name, String(one.example)]] : [])),
        );
      const sent = requestBody && Object.values(requestBody.content)[0];
      const read: [z.ZodType | undefined, unknown][] = [
        [call.params, given('path')],
        [call.query, given('query')],
        [call.body, sent?.example],
        ...Object.entries(responses).flatMap(([status, { content }]) => {
          const schema = call.answers[Number(status)] ?? errorBody;
          const [answer] = Object.values(content);
          return answer?.schema.format === 'binary' ? [] : [[schema, answer?.example] as never];
        }),
      ];
      for (const [schema, example] of read) {
        if (!schema) continue;
        expect(example, path).toBeDefined();
        const { error } = schema.safeParse(example);
        expect(error && z.prettifyError(error), `${path} ${JSON.stringify(example)}`).toBeFalsy();
      }
      expect(JSON.stringify(operation), path).not.toContain(`:"${UNNAMED_TEXT}"`);
    }
    const { operation } = operations().find(({ path }) => path === '/api/products/{id}')!;
    expect(Object.values(operation.responses['200']!.content)[0]).toMatchObject({
      example: { id: 1011, name: 'Silk Original Soymilk', removed_reason: null, level: 1 },
    });
  });

  it('takes of each choice and number in a query what it says, and nothing else', async () => {
    const typed = ['0', '1', '2000', '2001', '9999', '-1', '1.5', 'two', '', 'asc', 'ASC'];
    const ajv = new Ajv2020({ strict: false });
    for (const { method, path, call } of await loadCalls()) {
      const { operation } = operations().find((one) => one.method === method && one.path === path)!;
      const queried = operation.parameters?.filter((one) => one.in === 'query') ?? [];
      const given = Object.fromEntries(queried.map((one) => [one.name, String(one.example)]));
      for (const { name, schema } of queried) {
        const isNumber = 'type' in schema && schema.type === 'integer';
        if (!isNumber && !('enum' in schema)) continue;
        const fits = ajv.compile({ ...schema });
        for (const text of typed) {
          const said = fits(isNumber ? Number(text) : text);
          const taken = call.query?.safeParse({ ...given, [name]: text }).success;
          expect(taken, `${path} ${name}=${text}`).toBe(said);
        }
      }
    }
  });

  it('says of a brand what it is where none is known, and of one that is sent that it is not read', () => {
    const said = [...JSON.stringify(document).matchAll(/"brand":(\{"type"[^}]*\})/g)].map(
      ([, schema = '']) => (JSON.parse(schema) as { description?: string }).description,
    );
    expect(new Set(said)).toEqual(
      new Set([
        'null where it is not known',
        'empty where it is not known',
        'not read: it follows from product_url',
      ]),
    );
  });

  it('states limits, and takes what a schema makes of a text as the text', () => {
    const list = operations().find(({ path }) => path === '/api/products')!.operation;
    const parameters = Object.fromEntries(list.parameters!.map((one) => [one.name, one.schema]));
    expect(parameters.page).toMatchObject({ type: 'integer', minimum: 1, maximum: 2000 });
    expect(parameters.search).toMatchObject({ type: 'string', maxLength: 200 });
    const cart = operations().find(({ path }) => path === '/api/validate-cart')!.operation;
    expect(JSON.stringify(cart.requestBody)).toContain('"maximum":1275');
  });
});

describe('its page', () => {
  /* Where a call has changed, `npx vitest run test/site/api-document -u` writes the page anew. */
  it('is content/api.md, with every call, and whatever it links to', async () => {
    const text = apiPage(document);
    await expect(text).toMatchFileSnapshot('../../content/api.md');
    expect(text.match(/^### (GET|POST|PUT|DELETE) /gm)).toHaveLength(calls.length);
    const ids = [...text.matchAll(/\{#([A-Za-z0-9-]+)\}$/gm)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of text.matchAll(/\]\(#(.*?)\)/g)) expect(ids).toContain(id);
  });

  it('has the fields of lists, choices, and refusals in words', () => {
    const text = apiPage(document);
    const of = (name: string) => text.split(`\n### ${name} {#`)[1]?.split('\n### ')[0];
    const list = of('GET /api/products');
    expect(list).toMatch(
      /^- `direction` \*optional\* string: in the query; one of "asc", "desc"$/m,
    );
    expect(list).toMatch(/^- `items` list of \[Product\]\(#shape-Product\)$/m);
    expect(list).toContain(
      '**4xx, 5xx** Refused or failed: why, in one sentence. [Refusal](#shape-Refusal)',
    );
    expect(of('Product')).toMatch(/^- `level` integer: at least 0$/m);
    const refused = of('POST /api/create-checkout');
    expect(refused).toMatch(/`validItems\[\]\.amount`[^]*`removedItems\[\]\.reason`/);
    expect(of('POST /api/change-mail-preferences')).toMatch(
      /`change.kind`[^]*`change.on`[^]*`change.topic`/,
    );
  });
});

type Contents = Record<string, { schema: { format?: string }; example?: unknown }>;

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; schema: object; example?: unknown }[];
  requestBody?: { content: Contents };
  responses: Record<string, { content: Contents }>;
  'x-access': string;
}

function operations() {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
}

function keysOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
}
