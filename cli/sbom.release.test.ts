import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('`npm run -s sbom` lists every direct dependency in the version that is pinned', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const text = execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { bomFormat, components } = JSON.parse(text);
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(
    (components as { purl: string }[]).map(({ purl }) => decodeURIComponent(purl)),
  );
  for (const [name, version] of Object.entries(dependencies)) {
    expect(listed).toContain(`pkg:npm/${name}@${String(version)}`);
  }
}, 60_000);
