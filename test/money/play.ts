import { configure } from '#app/config.ts';
import '#app/webhooks.ts';
import { resetClock } from '#app/platform/clock.server.ts';
import { startSandbox } from '#sandbox/stripe/server.ts';
import { AUTH_SECRET } from '#test/support/database.ts';
import { SANDBOX_KEY, WEBHOOK_SECRET } from '#test/support/story.ts';
import { emptyBooks } from './tables.ts';
import { happens, type Step } from './verbs.ts';
import { World } from './world.ts';

/** Plays a sequence on this database, the model beside it; throws where the two differ by a cent. */
export async function plays(databaseUrl: string, steps: Step[]): Promise<void> {
  const sandbox = await startSandbox({
    port: 0,
    stateFile: ':memory:',
    secretKey: SANDBOX_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrls: [],
  });
  try {
    configure({
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      AUTH_SECRET,
      DATABASE_URL: databaseUrl,
      STRIPE_SECRET_KEY: SANDBOX_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: sandbox.url,
    });
    resetClock();
    await emptyBooks();
    const world = new World(sandbox);
    await world.begin();
    for (const one of steps) await happens(world, one);
    await world.end();
  } finally {
    await sandbox.close();
    resetClock();
  }
}
