import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { stripeDocument, findKnownRoute, type Schema } from './schema.ts';

const ERROR = '#/components/schemas/error';

// What is compiled runs some hundred times: making it quicker takes longer than that saves.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  code: { optimize: false },
  // What is part of many answers is compiled once, and Stripe's own schema is taken as it is.
  inlineRefs: false,
  validateSchema: false,
});
ajv.addSchema({ $id: 'stripe', components: { schemas: closedSchemas() } });
/** Compiled once a process: that takes longer than all that a sandbox sends. */
const compiled = new Map<string, ValidateFunction>();

/**
 * Holds an answer of the sandbox to openapi-subset.json: a list of violations, one sentence each;
 * empty when all is well. A field that Stripe does not declare is a violation too. `path` comes
 * without its query, `body` as parsed JSON.
 */
export function checkResponse(
  method: string,
  path: string,
  status: number,
  body: unknown,
): string[] {
  if (status >= 400) return violations('error', { $ref: ERROR }, body);
  const route = findKnownRoute(method, path);
  if (!route) return [`${method} ${path}: Stripe has no such call, but it got ${status}`];
  return violations(`${method} ${route.template}`, closed(route.response), body);
}

/** The same of an event: the envelope, and the object that its type promises. */
export function checkEvent(event: { type: string; data: { object: unknown } }): string[] {
  const kind = stripeDocument['x-eventTypes'][event.type];
  if (!kind) return [`event ${event.type}: Stripe has no such type`];
  return [
    ...violations('event', { $ref: '#/components/schemas/event' }, event),
    ...violations(kind, { $ref: `#/components/schemas/${kind}` }, event.data.object),
  ];
}

function violations(name: string, schema: Schema, value: unknown): string[] {
  const validate = compiled.get(name) ?? ajv.compile(inDocument(schema));
  compiled.set(name, validate);
  if (validate(value)) return [];
  return validate.errors!.map(
    ({ instancePath, message, params }) =>
      `${name}${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

/** References name places of the whole document, wherever the schema is compiled. */
function inDocument(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"stripe#/'));
}

function closedSchemas(): Record<string, Schema> {
  const entries = Object.entries(stripeDocument.components.schemas);
  return Object.fromEntries(entries.map(([name, schema]) => [name, closed(schema)]));
}

/** The schema with every object that names its fields taking no others. */
function closed(schema: Schema): Schema {
  if (schema.$ref) return schema;
  const { properties, items, anyOf, additionalProperties: rest, ...stored } = schema;
  const closes = properties && rest === undefined;
  return {
    ...stored,
    ...(properties ? { properties: mapValues(properties, closed) } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
    ...(closes ? { additionalProperties: false } : {}),
    ...(rest === undefined ? {} : { additionalProperties: rest }),
  };
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
