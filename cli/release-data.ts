import type { Writable } from 'node:stream';
import { makeRelease } from '#app/data/releases/make-release.server.ts';
import { siteUrl } from '#app/config.ts';
import { printDone, printRefusal } from './print.ts';

/** `openassay release [--fewer-rows]`; resolves to the exit code. */
export async function runRelease(fewerRows: boolean, out: Writable): Promise<number> {
  const outcome = await makeRelease({ fewerRows });
  if ('made' in outcome)
    return printDone(out, `Released: ${siteUrl()}/data/${outcome.made}/README.md`);
  if ('same' in outcome) return printDone(out, `Nothing differs from release ${outcome.same}.`);
  if ('busy' in outcome) return printRefusal(out, 'Another release is being made.');
  const held = outcome.held.join(', ');
  return printRefusal(
    out,
    `Held back: fewer rows than before in ${held}. --fewer-rows releases it anyway.`,
  );
}
