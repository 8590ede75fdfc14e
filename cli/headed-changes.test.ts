import { expect, it } from 'vitest';
import { headed } from './headed-changes.ts';

const CHANGES = '# Changes\n\n## Unreleased\n\n- A.\n\n## 0.4.0, 2026-11-28\n\n- B.\n';

it('a release heads what was unreleased with its number and day, once', () => {
  const made = headed(CHANGES, '0.5.0', '2026-12-24');
  expect(made).toContain('## 0.5.0, 2026-12-24\n\n- A.\n\n## 0.4.0, 2026-11-28');
  expect(() => headed(made, '0.5.1', '2026-12-25')).toThrow('nothing is under');
  expect(() => headed(CHANGES, '0.4.0', '2026-12-24')).toThrow('0.4.0 is in CHANGELOG.md already');
});
