import { expect, it } from 'vitest';
import { qrCode } from './qr-code.server.ts';

const URI = 'otpauth://totp/OpenAssay:a@example.org?secret=JBSWY3DPEHPK3PXP&issuer=OpenAssay';

/** The dark cells of a code, as "column row". */
const darkOf = ({ path }: { path: string }) =>
  new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));

it('has a finder in three of its corners, and light all around', () => {
  const code = qrCode(URI);
  const dark = darkOf(code);
  const far = code.cells - 4 - 7;
  for (const [left, top] of [
    [4, 4],
    [far, 4],
    [4, far],
  ] as const) {
    for (let at = 0; at < 7; at += 1) {
      expect(dark).toContain(`${left + at} ${top}`);
      expect(dark).toContain(`${left} ${top + at}`);
    }
    expect(dark).not.toContain(`${left + 1} ${top + 1}`);
    expect(dark).toContain(`${left + 3} ${top + 3}`);
  }
  for (const cell of dark) {
    for (const at of cell.split(' ').map(Number)) {
      expect(at).toBeGreaterThanOrEqual(4);
      expect(at).toBeLessThan(code.cells - 4);
    }
  }
});

it('differs with what it says', () => {
  expect(qrCode(`${URI}&digits=6`).path).not.toBe(qrCode(URI).path);
});
