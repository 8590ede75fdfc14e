import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ConfirmScreen } from '#app/letters/preferences/confirm-screen.tsx';
import * as messages from '#app/letters/preferences/preferences-messages.ts';
import type { Preferences } from '#app/letters/preferences/preferences-schema.ts';
import { PreferencesParts } from '#app/letters/preferences/preferences-parts.tsx';
import { PreferencesScreen } from '#app/letters/preferences/preferences-screen.tsx';
import type { Choosing } from '#app/letters/preferences/use-preferences.ts';

function render(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** What each button is called. */
const buttons = (html: string) =>
  [...html.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)].map(
    ([, attributes = '', text]) => /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? text,
  );

describe('what the server sends of the page that confirms', () => {
  it('is a form that works without a script, and nothing of the token', () => {
    const html = render(<ConfirmScreen token="secret" />);
    expect(buttons(html)).toEqual(['Confirm my subscription']);
    expect(html).toMatch(/<form method="post"><input type="hidden" name="confirm"/);
    expect(html).not.toContain('secret');
  });

  it('says that something is missing where there is no token', () => {
    const html = render(<ConfirmScreen token="" />);
    expect(html).toContain(messages.NO_TOKEN);
    expect(html).toContain('href="/about"');
    expect(buttons(html)).toEqual([]);
  });
});

describe('what the server sends of the preference page', () => {
  const screen = (from: string | null, isDone = false, token = 'a&b') =>
    render(<PreferencesScreen {...{ token, from, done: isDone ? '1' : null }} />);
  const actions = (html: string) => [...html.matchAll(/action="([^"]*)"/g)].map(([, to]) => to);
  const everything = '/email/preferences?token=a%26b';

  it.each([
    [
      'product-1001',
      [`${everything}&amp;from=product-1001`, everything],
      ['Stop emails about this product', 'Stop everything'],
    ],
    [
      'newsletter',
      [`${everything}&amp;from=newsletter`, everything],
      ['Stop the newsletter', 'Stop everything'],
    ],
    [
      'digest',
      [`${everything}&amp;from=digest`, everything],
      ['Stop the newsletter', 'Stop everything'],
    ],
    [null, [everything], ['Stop everything']],
    ['"><script>', [everything], ['Stop everything']],
  ])('from %s: forms that work without a script', (from, to, labels) => {
    const html = screen(from);
    // The last turns emails on again: it says so by a field that no mail program sends.
    expect(actions(html)).toEqual([...to, everything]);
    expect(buttons(html)).toEqual([...labels, 'Email me again']);
    expect(html.match(/<input[^>]*name="again"/g)).toHaveLength(1);
    expect(html.match(/<input[^>]*name="List-Unsubscribe"[^>]*value="One-Click"/g)).toHaveLength(
      to.length,
    );
    expect(html).not.toContain('<script>');
  });

  it('says what was done, and what may still be', () => {
    const one = screen('newsletter', true);
    expect(one).toContain(messages.STOPPED);
    expect(buttons(one)).toEqual(['Stop everything', 'Email me again']);
    expect(buttons(screen(null, true))).toEqual(['Email me again']);
  });

  it('has no form without a token', () => {
    expect(actions(screen('newsletter', false, ''))).toEqual([]);
    expect(screen('newsletter', false, '')).toContain(messages.NO_TOKEN);
  });
});

describe('what a person gets', () => {
  const preferences: Preferences = {
    email: 'a…e@example.org',
    newsletter: 'on',
    follows: [{ product_id: 1001, name: 'Oat <milk>' }],
    stopped: [{ product_id: 1002, name: 'Rice' }],
    everything: true,
    bounced: false,
  };
  const shown = (some: Partial<Preferences>, more: Partial<Choosing> = {}) => {
    const choosing: Choosing = {
      preferences: { ...preferences, ...some },
      busy: undefined,
      answer: undefined,
      change: () => undefined,
      ...more,
    };
    return render(<PreferencesParts {...choosing} from={null} />);
  };

  it.each([
    [{}, ['Stop the newsletter', 'Stop emails about Oat &lt;milk&gt;', 'Stop everything']],
    [{ newsletter: 'none', follows: [] }, ['Get the newsletter', 'Stop everything']],
    [{ newsletter: 'unconfirmed', follows: [] }, ['Confirm it', 'Forget it', 'Stop everything']],
    [{ newsletter: 'none', follows: [], everything: false }, ['Email me again']],
    [
      { newsletter: 'unconfirmed', follows: [], everything: false },
      ['Forget it', 'Email me again'],
    ],
  ] as [Partial<Preferences>, string[]][])('%j has the buttons %j', (some, labels) => {
    expect(buttons(shown(some))).toEqual(labels);
  });

  it('leads to the products, those that were stopped as well', () => {
    const html = shown({});
    expect(html).toContain('href="/product/1001"');
    expect(html).toContain('href="/product/1002"');
    expect(shown({ stopped: [] })).not.toContain('Stopped');
  });

  it('says where letters came back', () => {
    expect(shown({ bounced: true })).toContain(messages.BOUNCED);
    expect(shown({})).not.toContain(messages.BOUNCED);
  });

  it('says what came of a press where it was pressed, and keeps the others waiting', () => {
    const change = { kind: 'everything', on: false } as const;
    const sentence = 'Not saved.';
    const failed = { place: 'everything', tone: 'error', sentence, at: 1 } as const;
    expect(shown({}, { answer: failed }).match(/Not saved\./g)).toHaveLength(1);
    const html = shown({}, { busy: { place: 'everything', change } });
    expect(html.match(/aria-busy="true"/g)).toHaveLength(1);
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(2);
  });
});
