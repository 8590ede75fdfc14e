import { createContext, type RouterContext } from 'react-router';
import type { Administrator, Visitor } from './call.ts';

/*
 * What private pages are handed beside the request. Under Vite's development server pages are a
 * second copy of every module: both must mean the same contexts.
 */
const stored = globalThis as { [name: symbol]: RouterContext<never> | undefined };

/** Who sends the request: what limits count. */
export const visitorContext = onceOverCopies<Visitor>('visitor');

/** Who is signed in; set for pages below /admin alone. */
export const administratorContext = onceOverCopies<Administrator | undefined>(
  'administrator',
  undefined,
);

/** Whether a form was sent that is larger than its page takes: nothing of it was read. */
export const tooLargeContext = onceOverCopies('too-large', false);

/** One context for every copy of the modules. */
export function onceOverCopies<T>(name: string, ...initial: [] | [T]): RouterContext<T> {
  const key = Symbol.for(`openassay.${name}`);
  stored[key] ??= createContext<T>(...initial) as RouterContext<never>;
  return stored[key] as RouterContext<T>;
}
