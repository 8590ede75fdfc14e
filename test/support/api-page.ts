import type { ApiDocument } from '#app/http/api-document.server.ts';
import type { ApiOperation, ApiSchema } from '#app/http/api-schema.ts';

/** The description of the calls as the page that people read, in Markdown: what programs are told, and no more. */
export function apiPage({ paths, tags, components }: ApiDocument): string {
  const calls = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, ApiOperation>).map(([method, operation]) => ({
      topic: operation.tags[0] ?? '',
      text: callText(`${method.toUpperCase()} ${path}`, operation),
    })),
  );
  const topics = (tags ?? []).flatMap(({ name }) => [
    heading(2, name, name.toLowerCase().replaceAll(/\W+/g, '-')),
    ...calls.filter(({ topic }) => topic === name).map(({ text }) => text),
  ]);
  const schemas = Object.entries((components?.schemas ?? {}) as Record<string, ApiSchema>);
  const shapes = schemas.flatMap(([name, schema]) => [
    heading(3, name, `shape-${name}`),
    list(fieldsOf(schema)),
  ]);
  return [...topics, heading(2, 'Shapes', 'shapes'), ...shapes, ''].join('\n\n');
}

function heading(level: number, title: string, id: string): string {
  return `${'#'.repeat(level)} ${title} {#${id}}`;
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function callText(name: string, operation: ApiOperation): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const [sent] = Object.values(requestBody?.content ?? {});
  const asked = parameters.map(({ name: key, in: where, required, schema }) =>
    fieldText(key, schema, required !== true, `in the ${where}`),
  );
  const answers = Object.entries(responses).map(([status, { description, content }]) => {
    const [whole = {}] = Object.values(content).map(({ schema }) => schema);
    return part(status === 'default' ? '4xx, 5xx' : status, whole, ` ${plain(description)}`);
  });
  const access = operation['x-access'] === 'admin' ? ' For administrators.' : '';
  return [
    heading(3, name, operationId),
    `${plain(summary)}.${access}`,
    ...(asked.length > 0 ? ['**Parameters**', list(asked)] : []),
    ...(sent ? [part('Body', sent.schema)] : []),
    ...answers,
  ].join('\n\n');
}

/** A body or an answer as a whole, where it is not simply an object, and its fields. */
function part(name: string, schema: ApiSchema, said = ''): string {
  const whole = typeOf(schema) === 'object' ? '' : ` ${typeOf(schema)}`;
  const fields = fieldsOf(schema);
  return [`**${name}**${said}${whole}`, ...(fields.length > 0 ? [list(fields)] : [])].join('\n\n');
}

/** What is in a schema, a line for each thing that can be named; a shape is not opened. */
function fieldsOf(schema: ApiSchema, prefix = ''): string[] {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.flatMap((choice) => fieldsOf(choice, prefix)))];
  if (schema.items) return fieldsOf(schema.items, `${prefix}[]`);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    return [fieldText(path, property, !required.includes(name)), ...fieldsOf(property, path)];
  });
}

function fieldText(name: string, schema: ApiSchema, isOptional: boolean, where = ''): string {
  const note = [where, noteOf(schema)].filter(Boolean).join('; ');
  return `\`${name}\` ${isOptional ? '*optional* ' : ''}${typeOf(schema)}${note ? `: ${note}` : ''}`;
}

function typeOf({ $ref, type, items, oneOf, anyOf }: ApiSchema): string {
  const shape = $ref?.split('/').at(-1);
  if (shape) return `[${shape}](#shape-${shape})`;
  const choices = oneOf ?? anyOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (type === 'array' && items) {
    const each = typeOf(items);
    return `list of ${/[ [(]/.test(each) ? each : `${each}s`}`;
  }
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
}

function noteOf(schema: ApiSchema): string {
  const { minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems } = schema;
  const parts = [
    schema.description && plain(schema.description),
    schema.enum && `one of ${schema.enum.map(value).join(', ')}`,
    schema.const !== undefined && `always ${value(schema.const)}`,
    schema.format,
    schema.pattern && `matches \`${schema.pattern}\``,
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minItems !== undefined && `at least ${minItems} of them`,
    maxItems !== undefined && `at most ${maxItems} of them`,
    schema.default !== undefined && `${value(schema.default)} unless given`,
  ];
  return parts.filter(Boolean).join('; ');
}

const value = (one: unknown) => plain(JSON.stringify(one));

/** A text that says in Markdown just what it says. */
function plain(text: string): string {
  return text.replaceAll(/[\\*_[\]`<]/g, '\\$&');
}
