import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/**
 * The parts of the site's fonts that its pages are set in, cut from the whole ones: Latin letters of
 * western Europe and the signs that the pages use. Anything else comes from the whole font, which a
 * browser loads only where it meets such a letter (app/ui/fonts.css). Whoever changes this runs
 * `node cli/fonts.ts` and commits what it writes. IBM Plex Mono stays whole: its licence reserves its
 * name for the font as it is, and a part would be no smaller by much.
 */
interface FontPart {
  file: string;
  source: string;
  /** What is left of each axis of the font: a range, or one value. */
  axes?: Record<string, number | { min: number; max: number }>;
}

export const fontParts: readonly FontPart[] = [
  {
    file: 'app/ui/fonts/inter.woff2',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    file: 'app/ui/fonts/fraunces.woff2',
    source: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    // Headings alone are set in it: one optical size is as good there as all of them.
    axes: { wght: { min: 400, max: 600 }, opsz: 36 },
  },
];

/** As the `unicode-range` of app/ui/fonts.css has it: first and last code point. */
export const FONT_RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2197, 0x2197],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2264, 0x2265],
];

/** Cuts a part out of its font, as the bytes of a WOFF2 file. */
export async function cutFont({ source, axes }: FontPart): Promise<Buffer> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(source));
  const variationAxes = axes && { variationAxes: axes };
  return subsetFont(whole, everyLetter(), { targetFormat: 'woff2', ...variationAxes });
}

function everyLetter(): string {
  return FONT_RANGES.map(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join(''),
  ).join('');
}

if (process.argv[1]?.endsWith('fonts.ts')) {
  for (const part of fontParts) writeFileSync(part.file, await cutFont(part));
}
