import { readCommand } from '#cli/commands/read-command.ts';

const { stdout: out, stderr: err } = process;
for (const stream of [out, err]) {
  // Whoever reads, such as head, has read enough: the command goes on to its end without them.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const asked = readCommand(process.argv.slice(2));
const outcome = 'message' in asked ? asked : await perform(asked);
if (typeof outcome === 'number') process.exitCode = outcome;
else {
  process.exitCode = outcome.exitCode;
  (outcome.exitCode === 0 ? out : err).write(outcome.message);
}

async function perform({ command, run }: Exclude<typeof asked, { message: string }>) {
  const work = () => run({ out, err });
  if (command.isAlone) return work();
  return (await import('./on-database.ts')).onDatabase(work);
}
