import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/* Where the help has changed, `npx vitest run cli/openassay -u` writes the page anew. */
it('docs/commands.md lists the commands as `openassay help` prints them', async () => {
  const said = execFileSync(process.execPath, ['cli/run.cjs', 'openassay', 'help'], {
    encoding: 'utf8',
  });
  const page = readFileSync('docs/commands.md', 'utf8');
  const listed = page.replace(/(?<=```text\n)[^]*?(?=```)/, () => said);
  expect(listed).toContain(said);
  await expect(listed).toMatchFileSnapshot('../docs/commands.md');
});
