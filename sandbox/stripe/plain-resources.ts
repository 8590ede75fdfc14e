import { filters, listPage } from '#sandbox/stripe/api/lists.ts';
import type { StripeObject } from './objects.ts';
import type { Call } from './sandbox.ts';

/** A handler that shows one stored object of the kind. */
export function retrieve(kind: string) {
  return ({ sandbox, id }: Call) => sandbox.store.need<StripeObject>(kind, id);
}

/** A handler that lists a kind; `rename` as in `filters`. */
export function list(kind: string, rename: Record<string, string> = {}) {
  return ({ sandbox, params, path }: Call) => {
    const conditions = filters(params, rename);
    return listPage(sandbox.store, { kind, url: path, params, conditions });
  };
}
