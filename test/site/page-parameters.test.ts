import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listParameters } from '#app/catalogue/list/list-query.ts';
import { testedParameters } from '#app/results/list/tested-query.ts';
import { pageParameters, pagePaths } from '#app/routes.ts';

/** What pages that everybody shares are made of; private pages see the whole of their query. */
const sources = globSync('app/**/*.{ts,tsx}').filter(
  (file) => !/^app\/(admin|publishing)\/|\.test\.|\.call\.ts$|fetch-remote-config/.test(file),
);

it('every parameter that a shared page reads is one that the routes name', () => {
  const reads = /\b\w*(?:[pP]arams|[pP]arameters)\s*\.(?:get|getAll|has)\(\s*'([\w-]+)'/g;
  const read = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(reads)].map(([, name]) => ({ file, name })),
  );
  expect(read.length).toBeGreaterThan(15);
  const named = new Set([...pageParameters.values()].flat());
  expect(read.filter(({ name }) => !named.has(name!))).toEqual([]);
});

it('they stand beside pages that there are', () => {
  expect([...pageParameters.keys()].sort()).toEqual([...pagePaths].sort());
});

const both = { search: 'a', direction: 'asc', page: 2, category: 'dairy' } as const;

it.each([
  ['/', listParameters({ ...both, sort: 'id', mode: 'demo' })],
  ['/', listParameters({ ...both, sort: 'id', search: '', mode: 'demo', funding: 'open' })],
  [
    '/plasticlist',
    testedParameters({ ...both, sort: 'bisphenols_tdi_percent', certainty: 'unsure' }),
  ],
])('%s reads every parameter that its own links write', (path, written) => {
  expect(Object.keys(written).length).toBeGreaterThanOrEqual(6);
  expect(pageParameters.get(path)).toEqual(expect.arrayContaining(Object.keys(written)));
});
