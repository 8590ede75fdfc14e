import { expect, it } from 'vitest';
import { listParameters } from '#app/catalogue/list/list-query.ts';
import { testedParameters } from '#app/results/list/tested-query.ts';
import { pageFacts } from '#app/routes.ts';

const both = { search: 'a', direction: 'asc', page: 2, category: 'dairy' } as const;

it.each([
  ['/', listParameters({ ...both, sort: 'id', mode: 'demo' })],
  ['/', listParameters({ ...both, sort: 'id', panel: 'metals' })],
  ['/', listParameters({ ...both, sort: 'id', search: '', mode: 'demo', funding: 'open' })],
  [
    '/plasticlist',
    testedParameters({ ...both, sort: 'bisphenols_tdi_percent', certainty: 'unsure' }),
  ],
])('%s reads every parameter that its own links write', (path, written) => {
  expect(Object.keys(written).length).toBeGreaterThanOrEqual(5);
  expect(pageFacts.get(path)?.reads).toEqual(expect.arrayContaining(Object.keys(written)));
});
