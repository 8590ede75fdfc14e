import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutFont, fontParts } from './fonts.ts';

const css = readFileSync('app/ui/fonts.css', 'utf8');

describe.each(fontParts)('$file', (part) => {
  it('is what is cut from its font now', async () => {
    const stored = readFileSync(part.file);
    const cut = await cutFont(part);
    expect(cut.subarray(0, 4).toString()).toBe('wOF2');
    expect(cut.equals(stored)).toBe(true);
  });
});

it('a letter that a part lacks comes from the whole font, which the part goes before', () => {
  const faces = css.split('@font-face').filter((text) => text.includes('.woff2'));
  const named = (text: string) => /font-family: ([^;]+);/.exec(text)?.[1];
  for (const part of fontParts) {
    const whole = faces.findIndex((text) => text.includes(part.source));
    const cut = faces.findIndex((text) => text.includes(part.file.replace('app/ui', '.')));
    expect(whole).toBeGreaterThanOrEqual(0);
    // Of faces that have a letter, browsers take the one declared last (CSS Fonts 4, 5.2).
    expect(cut).toBeGreaterThan(whole);
    expect(named(faces[cut] ?? '')).toBe(named(faces[whole] ?? ''));
  }
});
