import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from '#app/create-app.ts';
import { configure } from '#app/config.ts';
import { disconnect } from '#app/database/db.server.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { environmentNow } from '#test/support/story.ts';

const database = useDatabase();
afterEach(() => vi.restoreAllMocks());

/** What `/readyz` and `/metrics` say, half a minute after they were asked last. */
async function told(): Promise<{ ready: unknown; fails: string | undefined }> {
  laterMs += 30_000;
  const atMs = performance.timeOrigin + performance.now() + laterMs;
  vi.spyOn(Date, 'now').mockReturnValue(atMs);
  configure({ ...environmentNow(), METRICS_TOKEN: 'a-token-of-sixteen' });
  const app = await createApp();
  const ready = await (await app.request('/readyz')).json();
  const headers = { Authorization: 'Bearer a-token-of-sixteen' };
  const metrics = await (await app.request('/metrics', { headers })).text();
  return { ready, fails: /^openassay_writes_fail (\d)$/m.exec(metrics)?.[1] };
}
let laterMs = 0;

/* As on a full disk: a row finds a place in a page that is there, and nothing can grow. */
it('says within half a minute that nothing more can be written, though a row still can, and when it can again', async () => {
  const role = new URL(database.url()).username;
  const whose = `${role} in database ${new URL(database.url()).pathname.slice(1)}`;
  const fine = { status: 'ready', writes: { warning: null } };
  expect(await told()).toMatchObject({ ready: fine, fails: '0' });

  await asOwner(`alter role ${whose} set temp_file_limit = '1MB'`);
  await disconnect();
  const { ready, fails } = await told();
  expect(ready).toMatchObject({
    status: 'ready',
    writes: {
      warning: expect.stringMatching(/^Nothing can be written: .*temp_file_limit.* Pages/),
    },
  });
  expect(fails).toBe('1');

  await asOwner(`alter role ${whose} reset temp_file_limit`);
  await disconnect();
  expect(await told()).toMatchObject({ ready: fine, fails: '0' });
});
