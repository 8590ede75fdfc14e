import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  Link as RouterLink,
  NavLink as RouterNavLink,
  StaticRouterProvider,
} from 'react-router';
import { expect, test } from 'vitest';
import { Link, NavLink } from './link.tsx';

/** As a page at this address writes it. */
async function written(address: string, children: React.ReactNode): Promise<string> {
  const routes = [{ path: '*', element: children }];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${address}`));
  if (context instanceof Response) throw new Error('The page was not drawn.');
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  );
}

const PLACES = ['/', '/faq', '/faq/', '/product/7?page=2', '/Blog/one', '/blogs'];
const TARGETS = [
  '/',
  '/?page=2',
  '/faq',
  '/blog#end',
  '?',
  '?page=3&q=a%20b',
  '#end',
  'next',
  '..',
];
const OUTSIDE = ['https://example.org/', '//example.org', 'mailto:a@example.org'];

test('on a server, links are written by less', () => {
  expect([Link, NavLink]).not.toContain(RouterLink);
  expect([Link, NavLink]).not.toContain(RouterNavLink);
});

test('a link on the server is written as the router writes it, wherever it leads', async () => {
  const props = { className: 'link', 'aria-label': 'A', onClick: () => {}, replace: true };
  for (const place of PLACES) {
    for (const to of [...TARGETS, ...OUTSIDE]) {
      const drawn = [Link, RouterLink].map((Each) =>
        written(
          place,
          <Each {...props} to={to} preventScrollReset>
            text
          </Each>,
        ),
      );
      const [own, its] = await Promise.all(drawn);
      expect(own).toBe(its);
    }
  }
});

test('a link of the navigation says where one is, as the router says it', async () => {
  for (const place of PLACES) {
    for (const to of ['/', '/faq', '/blog', '/product/7']) {
      for (const end of [true, false]) {
        const drawn = [NavLink, RouterNavLink].map((Each) =>
          written(
            place,
            <Each to={to} end={end} className="entry">
              <b>Text</b>
            </Each>,
          ),
        );
        const [own, its] = await Promise.all(drawn);
        expect(own).toBe(its);
      }
    }
  }
});
