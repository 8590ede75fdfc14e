import type { Page } from '@playwright/test';

export const consent = (page: Page) => page.getByRole('region', { name: 'Counting visits' });
export const chat = (page: Page) => page.getByRole('link', { name: 'Chat with us' });
export const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

export function bodiesOf(page: Page, path: string): string[] {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postData() ?? '');
  });
  return bodies;
}

/** What this page's visitor has in storage that speaks of counting. */
export function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      /amp|analytic/i.test(key),
    ),
  );
}
