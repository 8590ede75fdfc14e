import { expect, test } from 'vitest';
import { pays, sessionParams, startTestSandbox, type TestSandbox } from './test-support.ts';

const nowS = () => Math.floor(Date.now() / 1000);

/** Seconds by which answers, objects and events are ahead of the machine. */
async function skews({ stripe, events }: TestSandbox): Promise<number[]> {
  const made = await stripe.checkout.sessions.create(sessionParams());
  const date = Date.parse(made.lastResponse.headers.date!) / 1000;
  return [date, made.created, events.at(-1)!.created].map((timeS) => timeS - nowS());
}

test('the clock goes ahead of the machine or behind it, and Date, created and events with it', async () => {
  const sandbox = await startTestSandbox();
  for (const offset_seconds of [-3_600, 366 * 86_400, 0]) {
    const { now } = await sandbox.control('clock', { offset_seconds });
    expect(Math.abs(Number(now) - nowS() - offset_seconds)).toBeLessThan(60);
    for (const skew of await skews(sandbox)) {
      expect(Math.abs(skew - offset_seconds)).toBeLessThan(60);
    }
  }
  sandbox.setClockOffset(-90);
  expect(await sandbox.control('state')).toMatchObject({ clock_offset_seconds: -90 });
});

test('a clock that is set back keeps what is done, and does the rest when its time comes', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const { payment_intent } = await pays(sandbox);
  const status = async () => (await stripe.checkout.sessions.retrieve(id)).status;
  await control('clock', { offset_seconds: -2 * 86_400 });
  expect(await status()).toBe('open');
  expect((await stripe.refunds.create({ payment_intent })).status).toBe('succeeded');
  await control('clock', { offset_seconds: 2 * 86_400 });
  expect(await status()).toBe('expired');
});
