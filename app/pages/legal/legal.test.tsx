import type { Operator } from '#app/config.ts';
import { describe, expect, test } from 'vitest';
import { LegalBody, LegalTabs } from './legal-parts.tsx';
import { legalTextOf } from './legal.ts';
import { readLegal } from './read-legal.server.ts';
import { rendered } from '#test/support/rendered.tsx';

const nobody = { name: null, address: null, email: null, taxNote: 'Gifts are not tax-deductible.' };
const somebody = {
  name: 'A & B',
  address: 'Street 1',
  email: 'help@site.example',
  taxNote: 'Gifts are not tax-deductible.',
};
const alone = { amplitude: false, chat: false };
const texts = readLegal(nobody, alone);
const [, terms] = texts;

/** What a text says for an operator, and beside whom. */
function drawn(key: string | undefined, who = nobody as Operator, others = alone) {
  const text = readLegal(who, others).find((one) => one.key === key);
  if (!text) throw new Error(`no ${key}`);
  return rendered(<LegalBody text={text} isAmplitudeHere={others.amplitude} />);
}

test('an address names its text; the privacy policy is the first', () => {
  const asked = (search: string) => legalTextOf(texts, new URLSearchParams(search)).title;
  expect([asked(''), asked('tab=terms'), asked('tab=privacy'), asked('tab=else')]).toEqual([
    'Privacy policy',
    'Terms of service',
    'Privacy policy',
    'Privacy policy',
  ]);
  const { html } = rendered(<LegalTabs texts={texts} chosen={terms!} />);
  expect(html).toMatch(/aria-current="page"[^>]*href="[^"]*\?tab=terms"/);
  expect(html.match(/aria-current/g)).toHaveLength(1);
});

describe.each(texts.map(({ title, key }) => [title, key] as const))('%s', (_, key) => {
  test('leads to each of its sections', () => {
    const { html } = drawn(key);
    const anchors = [...html.matchAll(/ href="\/(?:\?tab=terms)?#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.length).toBeGreaterThan(8);
    for (const id of anchors) expect(html.split(` id="${id}"`), id).toHaveLength(2);
  });

  test('names the operator, and where none is set nobody and no placeholder', () => {
    const named = drawn(key, somebody);
    expect(named.text).toContain('Operator: A &amp; B.');
    expect(named.html).toContain('href="mailto:help@site.example"');
    const unnamed = drawn(key);
    expect(unnamed.text).not.toMatch(/Operator:|has not entered|settings yet/);
    expect(unnamed.html).not.toContain('mailto:');
  });
});

test('the terms say what becomes of money', () => {
  const { text } = drawn('terms');
  expect(text).toContain('you represent that you are 18 or older');
  expect(text).toContain(
    '$1,275, which is 3 samples at our target of $425 each (a laboratory normally charges about $495)',
  );
  expect(text).toContain('has not reached its goal 365 days after your payment');
  expect(text).toContain('The excess:');
  expect(text).toContain('once the first sample is bought, the money is spent');
  expect(text).toContain('If it is decided for us');
  expect(text).toContain('Manufacturers may fund tests of their own products');
});

test('the privacy policy says how to see and to erase what is stored', () => {
  const { text, html } = drawn('privacy');
  expect(html).toContain('href="/view-contributions"');
  expect(text).toContain('download all that is stored');
  expect(text).toContain('Have it erased');
});

describe('the privacy policy tells of other companies as they are here', () => {
  const textWith = (others: { amplitude: boolean; chat: boolean }) =>
    drawn('privacy', nobody, others).text;

  test('a site on its own: none but a social network, and that after a press', () => {
    const text = textWith(alone);
    expect(text).toContain('Pages load nothing from other companies’ servers on their own.');
    expect(text).toContain('No other company is told of it.');
    expect(text).toContain('if you press “Show the post here”');
    expect(text).not.toMatch(/Amplitude|Intercom|analytics-consent/);
  });

  test('Amplitude: after a yes, with a cookie, and without emails', () => {
    const text = textWith({ amplitude: true, chat: false });
    expect(text).toContain('only if you say yes to it');
    expect(text).toContain('Before you answer and after a no, nothing is sent to it');
    for (const name of ['analytics-consent', 'AMP_…']) {
      expect(text).toContain(name);
    }
    expect(text).toContain('never on pages that show somebody’s email or payments');
    expect(text).not.toMatch(/No other company is told|Intercom/);
    expect(text).toContain('Forget my answer and ask again');
    expect(textWith(alone)).not.toContain('Forget my answer');
  });

  test('the chat: when it is opened', () => {
    const text = textWith({ amplitude: false, chat: true });
    expect(text).toContain('Intercom, if you open the chat');
    expect(text).toContain('Until you open it, nothing is asked of it');
    expect(text).not.toContain('Amplitude');
  });
});
