import { z } from 'zod';
import type { Json } from './canonical-json.ts';
import { formNamed, forms, type FormName, type LeafBody } from './forms.ts';

/** A leaf that its form does not allow. */
export class LeafError extends Error {
  override name = 'LeafError';
}

type AnyLeaf = {
  [Own in FormName]: { index: number; form: Own; at: string; body: LeafBody<Own> };
}[FormName];

/** A leaf of one of these forms, as its form has it; `at` is in ISO 8601. */
export type Leaf<Form extends FormName = FormName> = Extract<AnyLeaf, { form: Form }>;

/** What every leaf states, of whatever form. */
const statement = z
  .object({ form: z.string(), at: z.iso.datetime(), product: z.int().optional() })
  .catchall(z.custom<Json>());

/** The form's name and version, the time in ISO 8601, and all else; undefined of what is no leaf. */
export function statedIn(leaf: string) {
  const read = statement.safeParse(JSON.parse(leaf));
  if (!read.success) return undefined;
  const { form, at, ...body } = read.data;
  return { form, at, body };
}

/**
 * A row of the log by its form. Undefined of a form that is unknown here: a later version of this site
 * wrote it. Throws `LeafError` for what its form does not allow.
 */
export function readLeaf(row: { index: number; form: string; leaf: string }): Leaf | undefined {
  const { index, form, leaf } = row;
  const stated = statedIn(leaf);
  const read = { index, form, at: stated?.at, body: stated?.body };
  if (isLeaf(read)) return read;
  if (stated && !formNamed(stated.form)) return undefined;
  throw new LeafError(`Entry ${index} is not as its form “${form}” has it: ${leaf}`);
}

/** Texts stay as they were sealed: a form's own reading would leave addresses out once more. */
function isLeaf(read: { index: number; form: string; at?: string; body?: object }): read is Leaf {
  return (
    Object.hasOwn(forms, read.form) &&
    forms[read.form as FormName].known.safeParse(read.body).success
  );
}
