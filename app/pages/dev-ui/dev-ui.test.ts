import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parts } from './parts.ts';

const HERE = 'app/pages/dev-ui';
const sources = globSync(`${HERE}/*.tsx`).map((file) => readFileSync(file, 'utf8'));

test('every part of the design system is on the page', () => {
  const primitives = globSync('app/ui/*.tsx').filter((file) => !file.includes('.test.'));
  expect(primitives.length).toBeGreaterThan(10);
  const forgotten = primitives.filter(
    (file) => !sources.some((text) => text.includes(`'#${file}'`)),
  );
  expect(forgotten).toEqual([]);
});

test('every component that they export is shown', () => {
  const exported = globSync('app/ui/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)].map(
      ([, name]) => name ?? '',
    ),
  );
  expect(exported).toContain('ToastSheet');
  expect(
    exported.filter((name) => !sources.some((text) => new RegExp(`<${name}\\b`).test(text))),
  ).toEqual([]);
});

test('every part has its specimens', () => {
  const page = readFileSync(`${HERE}/dev-ui.page.tsx`, 'utf8');
  const shown = [...page.matchAll(/<Part id="(\w+)"/g)].map(([, id]) => id);
  expect(shown).toEqual(parts.map(({ id }) => id));
});

test('every step of the type scale has its size on the page', () => {
  const steps = readFileSync('app/ui/styles.css', 'utf8').matchAll(/--text-(\w+): /g);
  const sheet = readFileSync(`${HERE}/dev-ui.css`, 'utf8');
  for (const [, name] of steps) expect(sheet).toContain(`@apply text-${name};`);
});
