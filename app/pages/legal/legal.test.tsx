import { describe, expect, test } from 'vitest';
import { LegalBody } from './legal-body.tsx';
import { LegalTabs } from './legal-tabs.tsx';
import { legalTextOf, legalTexts } from './legal.ts';
import { rendered } from '#test/support/rendered.tsx';

const nobody = { name: null, address: null, email: null };
const somebody = { name: 'A & B', address: 'Street 1', email: 'help@site.example' };
const alone = { amplitude: false, chat: false };
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
    const { html } = rendered(<LegalBody text={text} operator={nobody} others={alone} />);
    const anchors = [...html.matchAll(/ href="\/(?:\?tab=terms)?#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.length).toBeGreaterThan(8);
    for (const id of anchors) expect(html.split(` id="${id}"`), id).toHaveLength(2);
  });

  test('names the operator, or says what is missing, and invents nobody', () => {
    const named = rendered(<LegalBody text={text} operator={somebody} others={alone} />);
    expect(named.text).toContain('Operator: A &amp; B.');
    expect(named.html).toContain('href="mailto:help@site.example"');
    expect(named.text).not.toContain('has not entered');
    const unnamed = rendered(<LegalBody text={text} operator={nobody} others={alone} />);
    expect(unnamed.text).toContain(
      'has not entered a name, a postal address, or an email address in this installation’s settings',
    );
    expect(unnamed.html).not.toContain('mailto:');
  });
});

test('the terms say what becomes of money', () => {
  const { text } = rendered(<LegalBody text={terms} operator={nobody} others={alone} />);
  expect(text).toContain('you represent that you are 18 or older');
  expect(text).toContain('$1,275, which is 3 samples at $425 each');
  expect(text).toContain('has not reached its goal 365 days after your payment');
  expect(text).toContain('The excess:');
  expect(text).toContain('testing begins when the first sample is bought');
  expect(text).toContain('If it is decided for us');
  expect(text).toContain('Manufacturers may fund tests of their own products');
});

test('the privacy policy says how to see and to erase what is stored', () => {
  const { text, html } = rendered(<LegalBody text={privacy} operator={nobody} others={alone} />);
  expect(html).toContain('href="/view-contributions"');
  expect(text).toContain('download all that is stored');
  expect(text).toContain('Have it erased');
});

describe('the privacy policy tells of other companies as they are here', () => {
  const textWith = (others: { amplitude: boolean; chat: boolean }) =>
    rendered(<LegalBody text={privacy} operator={nobody} others={others} />).text;

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
    for (const name of ['analytics-consent', 'analytics-left', 'AMP_…']) {
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
