import { expect, it } from 'vitest';
import { listParameters } from '#app/catalogue/list/list-query.ts';
import { testedParameters } from '#app/results/list/tested-query.ts';
import { pageParameters, pagePaths } from '#app/routes.ts';

it('parameters stand beside pages that there are', () => {
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
  expect(Object.keys(written).length).toBeGreaterThanOrEqual(5);
  expect(pageParameters.get(path)).toEqual(expect.arrayContaining(Object.keys(written)));
});
