import { invalidRequest, missingParam, notBuilt } from './errors.ts';
import { alternatives, isNullable, resolve, type Schema } from './schema.ts';

/** Decoded form: text at the leaves, nothing coerced yet. */
type RawParams = { [key: string]: string | RawParams };

export type ParamValue = string | number | boolean | null | ParamValue[] | Params;
export type Params = { [key: string]: ParamValue | undefined };

/**
 * Decodes `a[b][0][c]=d` pairs of a query or form body into a tree. Lists are still objects with
 * numbers as keys here: only the schema knows what was meant.
 */
export function decodeForm(text: string): RawParams {
  const root: RawParams = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const path = splitKey(key);
    const last = path.pop()!;
    let node = root;
    for (const segment of path) {
      const slot = segment === '' ? nextIndex(node) : segment;
      const next = node[slot];
      if (typeof next === 'string') throw invalidRequest(`Invalid object: ${key}`, key);
      node = node[slot] = next ?? Object.create(null);
    }
    node[last === '' ? nextIndex(node) : last] = value;
  }
  return root;
}

/**
 * Checks decoded parameters against the schema of an operation and coerces them: integers and
 * booleans from text, lists from numbered keys, '' to null where a parameter may be unset.
 * Throws Stripe's error for what does not fit.
 */
export function checkParams(schema: Schema, raw: RawParams): Params {
  return checkObject(resolve(schema), raw, '');
}

/** Refuses parameters that Stripe takes and the sandbox does not act on; switched-off ones pass. */
export function refuseUnbuilt(params: Params, built: string[], path = ''): void {
  for (const [key, value] of Object.entries(params)) {
    if (built.includes(key) || isSwitchedOff(value)) continue;
    const name = join(path, key);
    throw notBuilt(`The parameter ${name}`, name);
  }
}

/** Reads an integer of a range, for limits that the schema does not carry. */
export function checkRange(value: number, min: number, max: number, param: string): void {
  const bound = value < min ? `greater than or equal to ${min}` : `less than or equal to ${max}`;
  if (value >= min && value <= max) return;
  const message = `This value must be ${bound} (it currently is '${value}').`;
  throw invalidRequest(message, param, 'parameter_invalid_integer');
}

/** Refuses what a browser could not be sent to. */
export function checkUrl(value: string, param: string): void {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (!['http:', 'https:'].includes(protocol)) {
    throw invalidRequest('Not a valid URL', param, 'url_invalid');
  }
  if (value.length > 5000) {
    throw invalidRequest('URL must be 5000 characters or less.', param, 'url_invalid');
  }
}

/** Refuses text that Stripe would find too long; lengths in characters. */
export function checkLength(value: string | undefined, max: number, param: string): void {
  if (value === undefined || value.length <= max) return;
  const message = `Invalid string: ${value.slice(0, 20)}...; must be at most ${max} characters`;
  throw invalidRequest(message, param);
}

function checkValue(schema: Schema, raw: string | RawParams, path: string): ParamValue {
  const choices = alternatives(schema);
  if (raw === '') return checkEmpty(schema, choices, path);
  const isText = typeof raw === 'string';
  const fitting = choices.filter((choice) => isText === isScalar(choice) && !onlyEmpty(choice));
  const tries = fitting.length > 0 ? fitting : choices.filter((choice) => !onlyEmpty(choice));
  let refusal: unknown;
  for (const choice of tries) {
    try {
      return checkOne(choice, raw, path);
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

function checkOne(schema: Schema, raw: string | RawParams, path: string): ParamValue {
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'object':
      if (typeof raw === 'string') throw invalidRequest('Invalid object', path);
      return checkObject(schema, raw, path);
    case 'array':
      return checkArray(schema, raw, path);
    case 'integer':
      if (typeof raw === 'string' && /^[+-]?\d{1,15}$/.test(raw)) return Number(raw);
      throw invalidRequest(`Invalid integer: ${show(raw)}`, path, 'parameter_invalid_integer');
    case 'number':
      if (typeof raw === 'string' && /^[+-]?\d+(\.\d+)?$/.test(raw)) return Number(raw);
      throw invalidRequest(`Invalid decimal: ${show(raw)}`, path);
    case 'boolean':
      if (raw === 'true' || raw === 'false') return raw === 'true';
      throw invalidRequest(`Invalid boolean: ${show(raw)}`, path);
    default:
      return checkString(schema, raw, path);
  }
}

function checkString(schema: Schema, raw: string | RawParams, path: string): string {
  if (typeof raw !== 'string') throw invalidRequest(`Invalid string: ${show(raw)}`, path);
  if (schema.enum && !schema.enum.includes(raw)) {
    const choices = schema.enum.filter((choice) => choice);
    const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(choices as string[]);
    throw invalidRequest(`Invalid ${path}: must be one of ${list}`, path);
  }
  if (schema.pattern && !new RegExp(schema.pattern).test(raw)) {
    throw invalidRequest(`Invalid decimal: ${show(raw)}`, path);
  }
  return raw;
}

function checkObject(schema: Schema, raw: RawParams, path: string): Params {
  const properties = schema.properties ?? {};
  const rest = schema.additionalProperties;
  const unknown = Object.keys(raw).filter((key) => !Object.hasOwn(properties, key));
  if (rest === false && unknown.length > 0) {
    const names = unknown.map((key) => join(path, key));
    const noun = names.length > 1 ? 'parameters' : 'parameter';
    const message = `Received unknown ${noun}: ${names.join(', ')}`;
    throw invalidRequest(message, names[0], 'parameter_unknown');
  }
  for (const key of schema.required ?? []) {
    if (!Object.hasOwn(raw, key)) throw missingParam(join(path, key));
  }
  const checked: Params = {};
  for (const [key, value] of Object.entries(raw)) {
    const name = join(path, key);
    const other = typeof rest === 'object' ? rest : {};
    const property = Object.hasOwn(properties, key) ? properties[key]! : other;
    Object.defineProperty(checked, key, {
      value: checkValue(property, value, name),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return checked;
}

function checkArray(schema: Schema, raw: string | RawParams, path: string): ParamValue[] {
  const isList = typeof raw !== 'string' && Object.keys(raw).every((key) => /^\d+$/.test(key));
  if (!isList) throw invalidRequest('Invalid array', path);
  const entries = Object.entries(raw).toSorted(([a], [b]) => Number(a) - Number(b));
  return entries.map(([key, value]) => checkValue(schema.items ?? {}, value, join(path, key)));
}

function checkEmpty(schema: Schema, choices: Schema[], path: string): null {
  if (isNullable(schema) || choices.some((choice) => choice.enum?.includes(''))) return null;
  throw invalidRequest(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a ` +
      `parameter; however '${path}' cannot be unset. You should remove '${path}' from your ` +
      'request or supply a non-empty value.',
    path,
    'parameter_invalid_empty',
  );
}

function isScalar({ type }: Schema): boolean {
  return ![type].flat().some((name) => name === 'object' || name === 'array');
}

/** The alternative that stands for "unset" and takes no other value. */
function onlyEmpty({ type, enum: values }: Schema): boolean {
  return type === 'null' || (values?.length === 1 && values[0] === '');
}

function isSwitchedOff(value: ParamValue | undefined): boolean {
  if (value === false || value === null || value === undefined) return true;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.keys(value).length === 1 && value.enabled === false;
}

function splitKey(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!match) return [key]; // Not of the form: it will be refused as unknown.
  const inner = match[2] ? match[2].slice(1, -1).split('][') : [];
  return [match[1]!, ...inner];
}

function nextIndex(node: RawParams): string {
  return String(Object.keys(node).length);
}

function show(raw: string | RawParams): string {
  return typeof raw === 'string' ? raw.slice(0, 100) : JSON.stringify(raw).slice(0, 100);
}

function join(path: string, key: string): string {
  return path ? `${path}[${key}]` : key;
}
