import fs from 'node:fs';
import path from 'node:path';
import { startProgram } from '#test/support/program.ts';

/** One program for all tests; each takes products of its own (`site.ts`). */
export default async function setup() {
  const { stop, ...addresses } = await startProgram();
  fs.mkdirSync(path.join(addresses.dataDir, 'taken'));
  process.env.OPENASSAY_E2E = JSON.stringify(addresses);
  return stop;
}
