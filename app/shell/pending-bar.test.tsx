import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { PendingBar } from './pending-bar.tsx';

const TEXT = 'Loading…';

/** What is rendered at home while another address takes its time; nothing is asked for without. */
async function whileOnTheWay(address?: string) {
  const endless = { loader: () => new Promise(() => {}), Component: PendingBar };
  const router = createMemoryRouter(
    [
      { path: '/', ...endless },
      { path: '/product/:id', ...endless },
    ],
    { hydrationData: { loaderData: { '0': null } } },
  );
  if (address) {
    void router.navigate(address);
    await expect.poll(() => router.state.navigation.state, { timeout: 60_000 }).toBe('loading');
  }
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return html;
}

test('a page that is on its way is said to be loading, for all to read', async () => {
  const html = await whileOnTheWay('/product/1004');
  expect(html).toContain(TEXT);
  expect(html).toContain('role="status"');
  expect(html).not.toContain('sr-only');
});

test.each([undefined, '/?search=oats'])('%s: nothing is said', async (address) => {
  expect(await whileOnTheWay(address)).not.toContain(TEXT);
});

test('words come after a moment, for eyes and ears alike', async () => {
  expect(await whileOnTheWay('/product/1004')).toMatch(/<p class="[^"]*\banimate-late\b/);
  const styles = readFileSync('app/ui/styles.css', 'utf8');
  const [, delayMs] = /--animate-late: late \d+ms [\w-]+ (\d+)ms both;/.exec(styles) ?? [];
  expect(Number(delayMs)).toBeGreaterThanOrEqual(300);
  const [, hidden] = /@keyframes late \{\s*from \{([^}]*)\}/.exec(styles) ?? [];
  expect(hidden).toContain('visibility: hidden');
  // Less motion makes it no earlier: what it changes is how long an animation takes.
  const [, less] = /prefers-reduced-motion: reduce\) \{([^}]*)\}/.exec(styles) ?? [];
  expect(less).toContain('animation-duration');
  expect(less).not.toContain('animation-delay');
});
