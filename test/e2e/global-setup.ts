import fs from 'node:fs';
import path from 'node:path';
import { startProgram } from '#test/support/program.ts';
import { ADMINISTRATORS } from './administrators.ts';

/**
 * One program for all tests; each takes products of its own (`site.ts`). Events are sent soon, so
 * that a test that counts them need not wait.
 */
export default async function setup() {
  const { stop, ...addresses } = await startProgram(
    {
      ANALYTICS_FLUSH_SECONDS: '1',
      ADMIN_EMAILS: ADMINISTRATORS.join(','),
      // All tests come from one address.
      SHARES_PER_ADDRESS: '1000',
    },
    undefined,
    // A bank refuses one in `desk.spec.ts`.
    ['a refund failed; it waits for an administrator'],
  );
  fs.mkdirSync(path.join(addresses.dataDir, 'taken'));
  process.env.OPENASSAY_E2E = JSON.stringify(addresses);
  return stop;
}
