import type { ApiDocument } from './api-document.server.ts';
import type { ApiOperation, ApiSchema } from './api-schema.ts';

/** The description of the calls in the order and the words of a page. */
interface ApiOutline {
  topics: ApiTopic[];
  /** What several answers have in common, by name. */
  shapes: ApiShape[];
}

interface ApiTopic {
  name: string;
  calls: ApiCall[];
}

export interface ApiCall {
  /** Unique on the page. */
  id: string;
  /** Upper case. */
  method: string;
  path: string;
  summary: string;
  isForAdministrators: boolean;
  parameters: ApiField[];
  /** null where it takes none. */
  body: ApiContent | null;
  answers: (ApiContent & { status: string; description: string })[];
}

export interface ApiContent {
  /** Of the whole: `object`, a list of something, or the name of a shape. */
  type: string;
  /** The name of the shape that it is, or a list of. */
  shape?: string;
  fields: ApiField[];
}

interface ApiShape {
  name: string;
  fields: ApiField[];
}

export interface ApiField {
  /** `items[].id`: within a list, within an object. */
  name: string;
  type: string;
  shape?: string;
  isOptional: boolean;
  /** Its limits and values, in words; empty where there are none. */
  note: string;
}

/** Reads the description of the calls, so that the page shows what programs are told. */
export function apiOutline(document: ApiDocument): ApiOutline {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, ApiOperation>).map(([method, operation]) => ({
      topic: operation.tags[0] ?? '',
      call: callOf(method, path, operation),
    })),
  );
  const topics = (document.tags ?? []).map(({ name }) => ({
    name,
    calls: calls.filter(({ topic }) => topic === name).map(({ call }) => call),
  }));
  const shapes = Object.entries((document.components?.schemas ?? {}) as Record<string, ApiSchema>);
  return {
    topics,
    shapes: shapes.map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
  };
}

function callOf(method: string, path: string, operation: ApiOperation): ApiCall {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const sent = requestBody && Object.entries(requestBody.content)[0];
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    isForAdministrators: operation['x-access'] === 'admin',
    parameters: parameters.map((parameter) => ({
      ...field(parameter.name, parameter.schema, !parameter.required),
      note: [`in the ${parameter.in}`, noteOf(parameter.schema)].filter(Boolean).join('; '),
    })),
    body: sent ? contentOf(sent[1].schema) : null,
    answers: Object.entries(responses).map(([status, { description, content }]) => ({
      status,
      description,
      ...contentOf(Object.values(content)[0]?.schema ?? {}),
    })),
  };
}

function contentOf(schema: ApiSchema): ApiContent {
  const shape = shapeOf(schema);
  return { type: typeOf(schema), ...(shape ? { shape } : {}), fields: fieldsOf(schema) };
}

/** What is in a schema, one line for each thing that can be named; a shape is not opened. */
function fieldsOf(schema: ApiSchema, prefix = ''): ApiField[] {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return distinct(choices.flatMap((choice) => fieldsOf(choice, prefix)));
  if (schema.items) return fieldsOf(schema.items, `${prefix}[]`);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    return [field(path, property, !required.includes(name)), ...fieldsOf(property, path)];
  });
}

function field(name: string, schema: ApiSchema, isOptional: boolean): ApiField {
  const shape = shapeOf(schema);
  return {
    name,
    type: typeOf(schema),
    ...(shape ? { shape } : {}),
    isOptional,
    note: noteOf(schema),
  };
}

/** The same name in several choices is one line, with what each says of it. */
function distinct(fields: ApiField[]): ApiField[] {
  const byName = new Map<string, ApiField>();
  for (const one of fields) {
    const known = byName.get(one.name);
    const notes = new Set([known?.note, one.note].filter(Boolean));
    byName.set(one.name, { ...one, ...known, note: [...notes].join(' or ') });
  }
  return [...byName.values()];
}

function typeOf(schema: ApiSchema): string {
  const { $ref, type, items, oneOf, anyOf } = schema;
  if ($ref) return shapeOf(schema) ?? '';
  const choices = oneOf ?? anyOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (type === 'array' && items) {
    const each = typeOf(items);
    return `list of ${items.$ref || each.includes(' ') ? each : `${each}s`}`;
  }
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
}

function shapeOf({ $ref, items, oneOf, anyOf }: ApiSchema): string | undefined {
  if ($ref) return $ref.split('/').at(-1);
  if (items) return shapeOf(items);
  return (oneOf ?? anyOf)?.map(shapeOf).find(Boolean);
}

function noteOf(schema: ApiSchema): string {
  const { minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems } = schema;
  const parts = [
    schema.description,
    schema.enum && `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`,
    schema.const !== undefined && `always ${JSON.stringify(schema.const)}`,
    schema.format && schema.format,
    schema.pattern && `matches ${schema.pattern}`,
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minItems !== undefined && `at least ${minItems} of them`,
    maxItems !== undefined && `at most ${maxItems} of them`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} unless given`,
  ];
  return parts.filter(Boolean).join('; ');
}
