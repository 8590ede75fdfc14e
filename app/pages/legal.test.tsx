import { describe, expect, test } from 'vitest';
import { LegalBody } from '#app/pages/legal-body.tsx';
import { LegalTabs } from '#app/pages/legal-tabs.tsx';
import { legalTextOf, legalTexts } from '#app/pages/legal.ts';
import { rendered } from '#test/support/rendered.tsx';

const nobody = { name: null, address: null, email: null };
const somebody = { name: 'A & B', address: 'Street 1', email: 'help@site.example' };
const [privacy, terms] = legalTexts;

test('an address names its text; the privacy policy is the first', () => {
  const asked = (search: string) => legalTextOf(new URLSearchParams(search)).title;
  expect([asked(''), asked('tab=terms'), asked('tab=privacy'), asked('tab=else')]).toEqual([
    'Privacy policy',
    'Terms of service',
    'Privacy policy',
    'Privacy policy',
  ]);
  const { html } = rendered(<LegalTabs chosen={terms} />);
  expect(html).toMatch(/aria-current="page"[^>]*href="[^"]*\?tab=terms"/);
  expect(html.match(/aria-current/g)).toHaveLength(1);
});

describe.each(legalTexts.map((text) => [text.title, text] as const))('%s', (_, text) => {
  test('leads to each of its sections', () => {
    const { html } = rendered(<LegalBody text={text} operator={nobody} />);
    const anchors = [...html.matchAll(/ href="\/(?:\?tab=terms)?#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.length).toBeGreaterThan(8);
    for (const id of anchors) expect(html.split(` id="${id}"`), id).toHaveLength(2);
  });

  test('names the operator, or says what is missing, and invents nobody', () => {
    const named = rendered(<LegalBody text={text} operator={somebody} />);
    expect(named.text).toContain('Operator: A &amp; B.');
    expect(named.html).toContain('href="mailto:help@site.example"');
    expect(named.text).not.toContain('has not entered');
    const unnamed = rendered(<LegalBody text={text} operator={nobody} />);
    expect(unnamed.text).toContain(
      'has not entered a name, a postal address, an email address in this installation’s settings',
    );
    expect(unnamed.html).not.toContain('mailto:');
  });
});

test('the terms say what becomes of money', () => {
  const { text } = rendered(<LegalBody text={terms} operator={nobody} />);
  expect(text).toContain('you represent that you are 18 or older');
  expect(text).toContain('$1,275, which is 3 samples at $425 each');
  expect(text).toContain('has not reached its goal 365 days after your payment');
  expect(text).toContain('The excess:');
  expect(text).toContain('testing begins when the first sample is bought');
  expect(text).toContain('If it is decided for us');
  expect(text).toContain('Manufacturers may fund tests of their own products');
});

test('the privacy policy says how to see and to erase what is stored', () => {
  const { text, html } = rendered(<LegalBody text={privacy} operator={nobody} />);
  expect(html).toContain('href="/view-contributions"');
  expect(text).toContain('download all that is stored');
  expect(text).toContain('Have it erased');
});
