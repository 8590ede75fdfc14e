import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { config } from '#app/config.ts';
import { embeddedHome } from '#app/database/embedded-postgres.server.ts';
import { hasEmbeddedDatabase } from '#app/database/running-file.server.ts';

/** Less of a disk than this part being free is too little. */
const LEAST_FREE = 0.1;

/**
 * How much is free, of 1, of the fuller of the disks with DATA_DIR and with the embedded database, which
 * may lie elsewhere; NaN where that cannot be said. A database of one's own knows its disk by itself.
 */
export async function diskFree(): Promise<number> {
  const { DATA_DIR } = config();
  const home = hasEmbeddedDatabase() ? [embeddedHome(path.join(DATA_DIR, 'postgres'))] : [];
  const places = [DATA_DIR, ...home];
  const free = await Promise.all(
    places.map((place) =>
      statfs(place).then(
        ({ bavail, blocks }) => bavail / blocks,
        () => Number.NaN,
      ),
    ),
  );
  return Math.min(...free);
}

/** That a disk is nearly full, in a sentence; else null. */
export async function diskWarning(): Promise<string | null> {
  const free = await diskFree();
  if (!(free < LEAST_FREE)) return null;
  return `Only ${Math.floor(100 * free)}% of the disk of DATA_DIR or of the database is free. Make room.`;
}
