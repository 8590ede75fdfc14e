import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HANDLED_EVENTS } from '#app/webhooks.ts';

it('names the events to enable at Stripe: those that do something here, and no other', () => {
  const page = readFileSync('docs/stripe-settings.md', 'utf8');
  const [, list = ''] = page.split(/<!-- (?:events: held by .*|end of events) -->/);
  const named = [...list.matchAll(/^- `(.+)`$/gm)].map(([, event]) => event);
  expect(named).toEqual(HANDLED_EVENTS);
});
