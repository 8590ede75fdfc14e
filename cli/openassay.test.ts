import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('`openassay help` prints what docs/commands.md lists', () => {
  const said = execFileSync(process.execPath, ['cli/run.cjs', 'openassay', 'help'], {
    encoding: 'utf8',
  });
  const [, listed] = /```text\n([^]*?)```/.exec(readFileSync('docs/commands.md', 'utf8')) ?? [];
  expect(said).toBe(listed);
});
