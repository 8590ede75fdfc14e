import { expect, it } from 'vitest';
import { routePatterns } from '#app/http/route-patterns.ts';
import { calls, pagePaths } from '#app/routes.ts';

const routeOf = routePatterns([...calls.map(({ path }) => path), ...pagePaths]);

it.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/product/1001', '/product/:id'],
  ['/product/1001/', '/product/:id'],
  ['/product/1001.data', '/product/:id'],
  ['/plasticlist/compare', '/plasticlist/compare'],
  ['/plasticlist/93', '/plasticlist/:originalId'],
  ['/plasticlist/93/revisions/2', '/plasticlist/:originalId/revisions/:number'],
  ['/api/products/1001/lab-samples', '/api/products/:id/lab-samples'],
  ['/view-contributions/receipt/8c7', '/view-contributions/receipt/:id'],
  ['/assets/root-1a2b3c.js', '/assets/*'],
  ['/wp-login.php', '*'],
  ['/product/1001/reviews', '*'],
  ['/product/someone@example.org', '/product/:id'],
  ['/someone@example.org', '*'],
])('%s is answered by %s', (pathname, pattern) => expect(routeOf(pathname)).toBe(pattern));

it('names only patterns that there are', () => {
  const ofCalls = calls.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const known = [...ofCalls, ...pagePaths];
  for (const path of known) expect(known).toContain(routeOf(path.replaceAll(/:\w+/g, '7')));
});
