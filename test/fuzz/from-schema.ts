import fc from 'fast-check';
import { oddJson, oddText } from './odd.ts';

/** As much of JSON Schema as the description of the calls uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
}

/** Values that mostly fit a schema, so that they get past it, and break it somewhere. */
export function fromSchema(
  schema: JsonSchema,
  find: (ref: string) => JsonSchema | undefined,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (depth > 6) return oddJson;
  const fitting = fits(schema, find, depth);
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: oddJson });
}

function fits(
  schema: JsonSchema,
  find: (ref: string) => JsonSchema | undefined,
  depth: number,
): fc.Arbitrary<unknown> {
  const into = (inner: JsonSchema) => fromSchema(inner, find, depth + 1);
  if (schema.$ref) return into(find(schema.$ref) ?? {});
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.length) return fc.oneof(...choices.map(into));
  const [type] = [schema.type ?? 'any'].flat();
  if (type === 'object') return objectOf(schema.properties ?? {}, into);
  if (type === 'array') return fc.array(into(schema.items ?? {}), { maxLength: 4 });
  if (type === 'integer') return fc.constantFrom(1, 5, 1001, 9001, 42_500);
  if (type === 'number') return fc.constantFrom(1, 5, 20, 425, 0.5);
  if (type === 'boolean') return fc.boolean();
  return type === 'string' ? textOf(schema) : oddJson;
}

function textOf({ format }: JsonSchema): fc.Arbitrary<unknown> {
  const example = {
    email: 'someone@example.org',
    uri: 'https://www.example.org/product',
    uuid: '00000000-0000-4000-8000-000000000000',
    'date-time': '2026-01-01T00:00:00Z',
  }[format ?? ''];
  return example === undefined ? oddText : fc.oneof(fc.constant(example), oddText);
}

/** Some fields are left out, and now and then there is one too many. */
function objectOf(
  properties: Record<string, JsonSchema>,
  into: (schema: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.option(into(schema), { freq: 8, nil: undefined }),
    ]),
  );
  const known = fc.record(fields);
  const extra = fc.option(fc.tuple(oddText, oddJson), { freq: 1, nil: undefined });
  return fc
    .tuple(known, extra)
    .map(([own, more]) => (more && more[0] !== '__proto__' ? { ...own, [more[0]]: more[1] } : own));
}
