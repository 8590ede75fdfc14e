import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ConfirmScreen } from '#app/letters/preferences/confirm-screen.tsx';
import * as messages from '#app/letters/preferences/preferences-messages.ts';
import type { Preferences } from '#app/letters/preferences/preferences-schema.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { PreferencesParts } from '#app/letters/preferences/preferences-parts.tsx';

function render(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** What each button is called. */
const buttons = (html: string) =>
  [...html.matchAll(/<button([^>]*)>(?:<span>)?([^<]*)(?:<\/span>)?<\/button>/g)].map(
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

describe('what a person gets', () => {
  const preferences: Preferences = {
    email: 'a…e@example.org',
    newsletter: 'on',
    follows: [{ product_id: 1001, name: 'Oat <milk>' }],
    kinds: [],
    stopped: [{ product_id: 1002, name: 'Rice' }],
    everything: true,
    bounced: false,
  };
  const shown = (some: Partial<Preferences>, sent?: FormOutcome) =>
    render(<PreferencesParts preferences={{ ...preferences, ...some }} from={null} sent={sent} />);

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

  it('says what came of a press where it was pressed', () => {
    const sentence = 'Not saved.';
    for (const intent of ['newsletter', 'product-1001', 'everything']) {
      const html = shown({}, { ok: false, sentence, status: 500, intent, typed: {} });
      expect(html.match(/role="alert"/g)).toHaveLength(1);
      expect(html).toContain(sentence);
    }
    expect(shown({}, { ok: true, sentence, intent: 'offered', typed: {} })).not.toContain(sentence);
  });

  it('holds nothing of the token: its forms go to the address of the page', () => {
    expect(shown({}).match(/<form class="[^"]*" method="post">/g)).toHaveLength(3);
  });
});
