import type { Writable } from 'node:stream';
import { checkPhotos, moveBytes } from '#app/catalogue/images/stored-photos.server.ts';
import { counted } from '#app/kit/text.ts';
import { objectStore } from '#app/platform/images/object-store.server.ts';

/** `photos check` and `photos move [--to-database]`; undefined where that is not understood. */
export async function runPhotos(args: string[], out: Writable): Promise<number | undefined> {
  const [what, option] = args;
  const isBack = option === '--to-database';
  if (args.length > 2 || (option !== undefined && !(what === 'move' && isBack))) return undefined;
  if (what === 'check') {
    const { done, problems } = await checkPhotos();
    for (const problem of problems) out.write(`${problem}\n`);
    out.write(`${counted(done, 'photo')} as ${done === 1 ? 'it was' : 'they were'} uploaded.\n`);
    return problems.length === 0 ? 0 : 1;
  }
  if (what !== 'move') return undefined;
  const store = isBack ? undefined : objectStore();
  if (!isBack && !store) {
    out.write('No object store is set: S3_ENDPOINT and the settings after it.\n');
    return 1;
  }
  const { done, problems } = await moveBytes(store);
  for (const problem of problems) out.write(`${problem}\n`);
  out.write(`${counted(done, 'photo')} moved to the ${store ? 'object store' : 'database'}.\n`);
  return problems.length === 0 ? 0 : 1;
}
