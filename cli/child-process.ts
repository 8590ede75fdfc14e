import type { ChildProcess } from 'node:child_process';

/** Resolves once a child says what is looked for; throws, with this sentence, where it ends before. */
export function saidBy(
  child: ChildProcess,
  lookedFor: RegExp,
  ended: (code: number | null) => string,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = lookedFor.exec(text);
      if (found) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(ended(code))));
  });
}

/** Ends a child, unless it has ended, and kills it where it takes longer; its exit code or signal. */
export async function endChild(
  child: ChildProcess,
  patienceMs = Infinity,
): Promise<number | NodeJS.Signals> {
  const outcome = child.exitCode ?? child.signalCode;
  if (outcome !== null) return outcome;
  const exit = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 0)),
  );
  const late =
    patienceMs < Infinity ? setTimeout(() => child.kill('SIGKILL'), patienceMs) : undefined;
  child.kill('SIGTERM');
  return exit.finally(() => clearTimeout(late));
}
