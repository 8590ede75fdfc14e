import type { Writable } from 'node:stream';
import { makeRelease } from '#app/data/releases/make-release.server.ts';
import { siteUrl } from '#app/config.ts';

/** `openassay release [--fewer-rows]`; resolves to the exit code. */
export async function runRelease(fewerRows: boolean, out: Writable): Promise<number> {
  const outcome = await makeRelease({ fewerRows });
  if ('made' in outcome) {
    out.write(`Released: ${siteUrl()}/data/${outcome.made}/README.md\n`);
    return 0;
  }
  if ('same' in outcome) {
    out.write(`Nothing differs from release ${outcome.same}.\n`);
    return 0;
  }
  out.write(
    'busy' in outcome
      ? 'Another release is being made.\n'
      : `Held back: fewer rows than before in ${outcome.held.join(', ')}. --fewer-rows releases it anyway.\n`,
  );
  return 1;
}
