import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

/** Markup, and what is read of it, as on the server; `outcome` is what the page's action has answered. */
export function rendered(element: ReactNode, outcome?: object) {
  const router = createMemoryRouter([{ id: 'page', path: '*', element }], {
    hydrationData: { actionData: { page: outcome } },
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  return { html, text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').trim() };
}
