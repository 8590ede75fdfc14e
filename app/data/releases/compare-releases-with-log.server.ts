import { createHash } from 'node:crypto';
import { entriesOf } from '#app/log/store.server.ts';
import { db } from '#app/database/db.server.ts';
import { listReleases, partsOf, SUMS, sumsText, type Release } from './store.server.ts';

/** Every release is hashed once in so many nights, and the newest each night. */
const NIGHTS = 7;
const DAY_MS = 86_400_000;

/**
 * Hashes the files of releases as they are served, and compares them with what each release lists, and
 * that with the log: of all releases, or of those whose turn it is in the night of a moment. Resolves to
 * how many releases were hashed, and to a sentence for each thing that differs.
 */
export async function compareReleasesWithLog(
  night?: Date,
): Promise<{ looked: number; found: string[] }> {
  const all = await listReleases(db());
  const sealed = await sealedReleases();
  const found = [...sealed.keys()]
    .filter((title) => !all.some(({ name }) => titleOf(name) === title))
    .map((title) => `${title} is missing.`);
  const turn = Math.floor((night?.getTime() ?? 0) / DAY_MS) % NIGHTS;
  // By age, so that another release moves nobody's turn.
  const looked = all.filter((_, at) => !night || at === 0 || (all.length - at) % NIGHTS === turn);
  for (const release of looked) {
    if (sealed.get(titleOf(release.name)) !== release.sha256)
      found.push(`${titleOf(release.name)} is not the one that was sealed.`);
    found.push(...(await filesChanged(release)));
  }
  return { looked: looked.length, found };
}

const titleOf = (name: string) => `Open data ${name}`;

async function filesChanged({ name, sha256, contents }: Release): Promise<string[]> {
  const found: string[] = [];
  for (const file of contents.files) {
    const hash = createHash('sha256');
    for await (const part of partsOf(db(), name, file.name)) hash.update(part);
    if (hash.digest('hex') !== file.sha256)
      found.push(`${file.name} of release ${name} was changed.`);
  }
  // The list itself can have been changed along with a file.
  const sums = sumsText(contents.files.filter((file) => file.name !== SUMS));
  const isListed = createHash('sha256').update(sums).digest('hex') === sha256;
  return isListed ? found : [...found, `The list of files of release ${name} was changed.`];
}

/** The hash of each release that was sealed, by its title. */
async function sealedReleases(): Promise<Map<string, string>> {
  const entries = await entriesOf(db(), ['release']);
  return new Map(entries.map(({ body }) => [body.name, body.sha256]));
}
