import { registerHooks } from 'node:module';

/**
 * Loaded before a site (`--import`), it has the site draw every page afresh: what is kept from one
 * request to the next stands in `lru-cache`, and this one keeps nothing.
 */
const NOTHING_KEPT = `
export class LRUCache {
  calculatedSize = 0;
  size = 0;
  get() {}
  purgeStale() {}
  set() {
    return this;
  }
}`;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'lru-cache') return nextResolve(specifier, context);
    return { url: 'nothing:kept', format: 'module', shortCircuit: true };
  },
  load(url, context, nextLoad) {
    if (url !== 'nothing:kept') return nextLoad(url, context);
    return { format: 'module', source: NOTHING_KEPT, shortCircuit: true };
  },
});
