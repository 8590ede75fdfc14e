import { describe, expect, it } from 'vitest';
import { fetchPreferences, sendChange } from './fetch-preferences.ts';
import * as said from './preferences-messages.ts';
import type { Preferences } from './preferences.ts';

const preferences: Preferences = {
  email: 'a…e@example.org',
  newsletter: 'none',
  updates: 'none',
  follows: [],
  stopped: [],
  everything: true,
  bounced: false,
};

const answers =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
const cutOff: typeof fetch = async () => Promise.reject(new TypeError('fetch failed'));

describe('what comes of a question by token', () => {
  it.each([
    ['the answer', answers(200, preferences), { kind: 'answered', answered: preferences }],
    [
      'a link that is not known',
      answers(403, { error: 'Not this one.' }),
      { kind: 'refused', sentence: 'Not this one.' },
    ],
    ['a token of no form', answers(400, {}), { kind: 'refused', sentence: said.LINK_UNKNOWN }],
    [
      'too many questions',
      answers(429, { error: 'Later.' }),
      { kind: 'failed', sentence: 'Later.' },
    ],
    ['no sentence', answers(502, '<html>'), { kind: 'failed' }],
    ['an answer of another form', answers(200, { email: 'a' }), { kind: 'failed' }],
    ['an answer that is none', answers(200, 'null'), { kind: 'failed' }],
    [
      'a newsletter unheard of',
      answers(200, { ...preferences, newsletter: 'maybe' }),
      { kind: 'failed' },
    ],
    ['no connection', cutOff, { kind: 'failed' }],
  ])('with %s', async (_, ask, expected) => {
    expect(await fetchPreferences('token', ask)).toMatchObject(expected);
    const change = { kind: 'everything', on: false } as const;
    expect(await sendChange('token', change, ask)).toMatchObject(expected);
  });

  it('is said in words of its own where the site says nothing', async () => {
    const sentence = said.CHANGE_FAILED;
    const change = { kind: 'everything', on: false } as const;
    expect(await sendChange('token', change, cutOff)).toEqual({ kind: 'failed', sentence });
    const loading = await fetchPreferences('token', cutOff);
    expect(loading).toEqual({ kind: 'failed', sentence: said.PREFERENCES_FAILED });
  });

  it('is not asked without a token', async () => {
    const sentence = said.NO_TOKEN;
    expect(await fetchPreferences('', answers(200, preferences))).toEqual({
      kind: 'refused',
      sentence,
    });
  });

  it('carries the token and the change in the body, never in the address', async () => {
    const asked: [unknown, unknown][] = [];
    const change = { kind: 'unfollow', product_id: 1001 } as const;
    await sendChange('secret', change, async (input, init) => {
      asked.push([input, JSON.parse(String(init?.body))]);
      return Response.json(preferences);
    });
    expect(asked).toEqual([['/api/change-mail-preferences', { token: 'secret', change }]]);
  });
});
