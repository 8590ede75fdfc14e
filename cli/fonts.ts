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

/** Cuts a part out of its font, as the bytes of a WOFF2 file. */
export async function cutFont({ file, source, axes }: FontPart): Promise<Buffer> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(source));
  const variationAxes = axes && { variationAxes: axes };
  return subsetFont(whole, lettersOf(file), { targetFormat: 'woff2', ...variationAxes });
}

/** Every letter that the style sheet says a part has. */
function lettersOf(file: string): string {
  const faces = readFileSync('app/ui/fonts.css', 'utf8').split('@font-face');
  const face = faces.find((text) => text.includes(file.replace('app/ui', '.'))) ?? '';
  const ranges = face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g);
  return Array.from(ranges, ([, from = '', to = from]) => {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    const points = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return String.fromCodePoint(...points);
  }).join('');
}

if (process.argv[1]?.endsWith('fonts.ts')) {
  for (const part of fontParts) writeFileSync(part.file, await cutFont(part));
}
