import type { Picture } from './blocks.ts';

type Shown = Omit<Picture, 'address' | 'caption'>;

/**
 * Reads the text of a picture: what is to be seen, a pipe, and how to show it, as in
 * `A jar|center small border 600x400`. Hints are center, small, medium, large, border and shadow, and the file's size in pixels. Without any of the six it is medium with a
 * border; what is no hint is passed over.
 */
export function readPictureText(text: string): Shown {
  const pipe = text.indexOf('|');
  const alt = (pipe < 0 ? text : text.slice(0, pipe)).trim();
  const words = pipe < 0 ? [] : text.slice(pipe + 1).split(/[\s,|]+/);
  const hints = new Set(words.map((word) => word.toLowerCase()));
  const has = (hint: string) => hints.has(hint);
  const isHinted = ['center', 'small', 'medium', 'large', 'border', 'shadow'].some(has);
  const [, width, height] = words.map((word) => /^(\d+)x(\d+)$/.exec(word)).find(Boolean) ?? [];
  return {
    alt,
    width: has('small') ? 'small' : has('large') ? 'large' : 'medium',
    isCentered: has('center'),
    hasBorder: has('border') || !isHinted,
    hasShadow: has('shadow'),
    widthPx: width ? Number(width) : null,
    heightPx: height ? Number(height) : null,
  };
}
