import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { configure } from '#app/config.ts';
import { advanceClock, offsetMs, resetClock } from '#app/platform/clock.server.ts';
import { heardFromStripe, stripe } from './stripe.server.ts';
import { disagreement, MOST_APART_MINUTES } from './clocks.server.ts';

const MINUTE = 60_000;
const YEAR = 365 * 1_440 * MINUTE;

test.each([
  [{ stripe: 0, database: 0 }, undefined],
  [{ stripe: MOST_APART_MINUTES * MINUTE, database: -MOST_APART_MINUTES * MINUTE }, undefined],
  [{ stripe: -6 * MINUTE, database: 0 }, '6 minutes ahead of Stripe’s'],
  [{ stripe: 6 * MINUTE, database: 0 }, '6 minutes behind Stripe’s'],
  [{ stripe: -YEAR, database: -YEAR }, '365 days ahead of Stripe’s'],
  [{ stripe: 1_000, database: -3 * 60 * MINUTE }, '3 hours ahead of the database’s'],
])('clocks that are %o apart: %s', (ahead, text) => {
  const found = disagreement(ahead);
  if (text === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(text);
});

test('an answer during which time was set does not say what time it is: a checkout made by it would be refused', async () => {
  const server = createServer((_, response) => {
    const dateMs = Date.now() + offsetMs();
    if (isJumping) advanceClock(7 * MINUTE);
    response.writeHead(200, {
      'content-type': 'application/json',
      date: new Date(dateMs).toUTCString(),
    });
    response.end('{"object":"list","data":[],"has_more":false}');
  });
  let isJumping = false;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  configure({
    NODE_ENV: 'test',
    STRIPE_SECRET_KEY: 'sk_test_clocks',
    STRIPE_WEBHOOK_SECRET: 'whsec_clocks',
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  });
  try {
    await stripe().events.list({ limit: 1 });
    expect(Math.abs(heardFromStripe()!.aheadMs)).toBeLessThan(5_000);
    isJumping = true;
    await stripe().events.list({ limit: 1 });
    expect(Math.abs(heardFromStripe()!.aheadMs)).toBeLessThan(5_000);
  } finally {
    resetClock();
    server.closeAllConnections();
    server.close();
  }
});
