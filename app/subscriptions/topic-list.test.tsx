import { describe, expect, it } from 'vitest';
import { rendered } from '#test/support/rendered.tsx';
import * as messages from './preferences-messages.ts';
import type { Preferences, TopicLine } from './preferences-schema.ts';
import { TopicList } from './topic-list.tsx';
import type { FormOutcome } from '#app/http/ask.ts';

const line = (topic: string, about: string, more: Partial<TopicLine> = {}): TopicLine => ({
  topic,
  name: about,
  about,
  path: null,
  sentence: `Of ${about}.`,
  state: 'on',
  ...more,
});

const news = line('news', 'the newsletter');
const milk = line('product:1001', 'emails about Oat <milk>', { path: '/product/1001' });
const rice = line('product:1002', 'emails about Rice', { path: '/product/1002', state: 'off' });
const all = line('everything', 'everything');

function shown(topics: TopicLine[], sent?: FormOutcome, bounced = false): string {
  const preferences = { email: 'a…e@example.org', topics, bounced } as Preferences;
  return rendered(<TopicList preferences={preferences} sent={sent} />).html;
}

/** What each button is called. */
const buttons = (html: string) =>
  [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);

describe('what a person gets', () => {
  it('is a line each, with one button that turns it on or off', () => {
    const waiting = line('news', 'the newsletter', { state: 'unconfirmed' });
    const html = shown(
      [news, waiting, milk, rice, all].map((one, at) => ({ ...one, name: `${at}` })),
    );
    expect(buttons(html)).toEqual([
      'Stop the newsletter',
      'Confirm the newsletter',
      'Stop emails about Oat &lt;milk&gt;',
      'Get emails about Rice',
      'Stop everything',
    ]);
    const turns = [...html.matchAll(/name="topic" value="([^"]*)"[^>]*><input[^>]*value="(\w+)"/g)];
    expect(turns.map(([, topic, on]) => `${topic} ${on}`)).toEqual([
      'news false',
      'news true',
      'product:1001 false',
      'product:1002 true',
      'everything false',
    ]);
  });

  it('leads to the products, those that are off as well', () => {
    const html = shown([milk, rice]);
    expect(html).toContain('href="/product/1001"');
    expect(html).toContain('href="/product/1002"');
  });

  it('says what is emailed once, where lines follow each other', () => {
    const sentence = 'We email you.';
    const html = shown([milk, { ...rice, sentence }, { ...milk, topic: 'product:3', sentence }]);
    expect(html.match(/We email you\./g)).toHaveLength(1);
  });

  it('says where emails came back', () => {
    expect(shown([news], undefined, true)).toContain(messages.BOUNCED);
    expect(shown([news])).not.toContain(messages.BOUNCED);
  });

  it('says what came of a press where it was pressed', () => {
    const sentence = 'Not saved.';
    for (const intent of ['news', 'product:1001', 'everything']) {
      const html = shown([news, milk, all], {
        ok: false,
        sentence,
        status: 500,
        intent,
        typed: {},
      });
      expect(html.match(/role="alert"/g)).toHaveLength(1);
      expect(html).toContain(sentence);
    }
    const sent = { ok: true, sentence, intent: 'product:9', typed: {} } as const;
    expect(shown([news], sent)).not.toContain(sentence);
  });

  it('holds nothing of the token: its forms go to the address of the page', () => {
    expect(shown([news, milk, all]).match(/<form method="post">/g)).toHaveLength(3);
  });
});

describe('what is true once a topic was turned', () => {
  it('is another sentence for each', () => {
    const said = [news, milk, all].flatMap((one) =>
      [true, false].map((on) => messages.turned(one, on)),
    );
    expect(said).toContain('You no longer get emails about Oat <milk>.');
    expect(new Set(said).size).toBe(6);
  });
});
