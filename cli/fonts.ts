import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/**
 * The parts of the site's fonts that its pages are set in, cut from the whole ones: Latin letters of
 * western Europe and the signs that the pages use. Anything else comes from the whole font, which a
 * browser loads only where it meets such a letter (app/ui/fonts.css). Whoever changes this runs
 * `node cli/fonts.ts` and commits what it writes.
 */
interface FontPart {
  file: string;
  source: string;
  /** What is left of each axis of the font: a range, or one value. */
  axes?: Record<string, number | { min: number; max: number }>;
  /** Names within the font, each as long as the one that stands in its place. */
  names?: Record<string, string>;
}

/** What pages ask of a font: kerning and ligatures, figures of one width, and the styles of app/ui/styles.css. */
const FEATURES = {
  keepFeatures: 'kern mark mkmk ccmp calt liga tnum lnum cv11 ss03'.split(' '),
};

/** Screens of today set letters without hints, which the other two fonts lack as well. */
const UNHINTED = { noHinting: true };

/** IBM reserves the name Plex for the font as it is (SIL Open Font License 1.1, section 3). */
const CUT_DOWN_MONO = { 'IBM Plex Mono': 'Cut-Down Mono', IBMPlexMono: 'CutDownMono' };

export const fontParts: readonly FontPart[] = [
  {
    file: 'app/ui/fonts/inter.woff2',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    file: 'app/ui/fonts/fraunces.woff2',
    source: '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
    // Headings alone are set in it: one optical size and weight are as good there as all of them.
    axes: { wght: 480, opsz: 36 },
  },
  {
    file: 'app/ui/fonts/mono-400.woff2',
    source: '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
    names: CUT_DOWN_MONO,
  },
  {
    file: 'app/ui/fonts/mono-500.woff2',
    source: '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff2',
    names: CUT_DOWN_MONO,
  },
];

/** Cuts a part out of its font, as the bytes of a WOFF2 file. */
export async function cutFont({ file, source, axes, names = {} }: FontPart): Promise<Buffer> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(source));
  const cut = await subsetFont(whole, lettersOf(file), {
    targetFormat: 'truetype',
    ...FEATURES,
    ...UNHINTED,
    ...(axes && { variationAxes: axes }),
  });
  for (const [from, to] of Object.entries(names)) rename(cut, from, to);
  return subsetFont(cut, lettersOf(file), { targetFormat: 'woff2', ...FEATURES });
}

/** Writes a name over one of the same length, as a font holds it: two bytes a letter, the high one first. */
function rename(font: Buffer, from: string, to: string): void {
  const bytes = (text: string) => Buffer.from(text, 'utf16le').swap16();
  let at = -1;
  while ((at = font.indexOf(bytes(from), at + 1)) >= 0) bytes(to).copy(font, at);
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
