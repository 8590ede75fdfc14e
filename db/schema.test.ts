import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it('is what the migrations make: nothing is left to generate', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-migrations-'));
  try {
    cpSync('db/migrations', folder, { recursive: true });
    const generated = spawnSync(
      process.execPath,
      [
        'node_modules/drizzle-kit/bin.cjs',
        'generate',
        '--dialect=postgresql',
        '--schema=./db/schema.ts',
        `--out=${path.relative(process.cwd(), folder)}`,
      ],
      { encoding: 'utf8' },
    );
    expect(generated.stdout + generated.stderr).toContain('No schema changes');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
