import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readCommand } from '#cli/commands/read-command.ts';

/**
 * A command as it is typed, run in this process on the database of the test: its exit code and what it
 * writes. Nothing runs, and there is no code, where it is not understood.
 */
export async function runTyped(...typed: string[]) {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(out), text(err)]);
  const asked = readCommand(typed);
  const code = 'message' in asked ? undefined : await asked.run({ out, err });
  out.end();
  err.end();
  const [sentence, stderr] = await written;
  return { code, sentence, stderr };
}
