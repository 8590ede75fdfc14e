import { readFileSync } from 'node:fs';

/** The part of JSON Schema that openapi-subset.json uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

type Content = { content: Record<string, { schema: Schema }> };

type Operation = {
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

type ApiDocument = {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  'x-eventTypes': Record<string, string>;
  components: { schemas: Record<string, Schema> };
};

/** Stripe's API as far as this project uses it; its source is in the README. */
export const stripeDocument = JSON.parse(
  readFileSync(new URL('./openapi-subset.json', import.meta.url), 'utf8'),
) as ApiDocument;

/** The one API version that the sandbox speaks. */
export const API_VERSION = stripeDocument.info.version;

export type KnownRoute = {
  template: string;
  /** What stands for `{id}` in the path; '' where the template has none. */
  id: string;
  /** Schema of the query and form parameters together. */
  params: Schema;
  /** Schema of a 200 answer. */
  response: Schema;
};

const matchers = Object.entries(stripeDocument.paths).map(([template, operations]) => ({
  template,
  pattern: new RegExp(`^${template.replace('{id}', '([^/]+)')}$`),
  operations,
}));

/** Finds the operation of the subset that a request means; undefined where Stripe has none. */
export function findKnownRoute(method: string, path: string): KnownRoute | undefined {
  for (const { template, pattern, operations } of matchers) {
    const match = pattern.exec(path);
    const operation = operations[method.toLowerCase()];
    if (match && operation) {
      return {
        template,
        id: decodeSegment(match[1] ?? ''),
        params: paramsSchema(operation),
        response: operation.responses['200']!.content['application/json']!.schema,
      };
    }
  }
  return undefined;
}

/** Follows `$ref` until a schema with content is reached. */
export function resolve(schema: Schema): Schema {
  let found = schema;
  while (found.$ref) found = namedSchema(found.$ref.replace('#/components/schemas/', ''));
  return found;
}

/** Flattens `$ref` and `anyOf` into the alternatives that a value may take. */
export function alternatives(schema: Schema): Schema[] {
  const found = resolve(schema);
  return found.anyOf ? found.anyOf.flatMap(alternatives) : [found];
}

/** Whether `null` satisfies the schema. */
export function isNullable(schema: Schema): boolean {
  return alternatives(schema).some(({ type }) => [type].flat().includes('null'));
}

/**
 * Completes an object of the named schema: each required field that is not given becomes null.
 * Throws where such a field may not be null, because then the sandbox forgot to say it.
 */
export function complete<T extends object>(name: string, fields: T): T {
  const schema = namedSchema(name);
  const whole = { ...fields } as Record<string, unknown>;
  for (const key of schema.required ?? []) {
    if (whole[key] !== undefined) continue;
    if (!isNullable(schema.properties![key]!)) throw new Error(`${name} needs ${key}`);
    whole[key] = null;
  }
  return whole as T;
}

function namedSchema(name: string): Schema {
  const schema = stripeDocument.components.schemas[name];
  if (!schema) throw new Error(`openapi-subset.json has no schema ${name}`);
  return schema;
}

function paramsSchema(operation: Operation): Schema {
  const body = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema;
  if (body) return body;
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a stray percent sign: no id looks like that, so it will not be found
  }
}
