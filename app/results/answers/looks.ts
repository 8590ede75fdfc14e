import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import type { Word } from './answer.ts';

/** Inks of the palette that answers are written in, and the class of each. */
export const inkClasses = {
  danger: 'text-danger',
  warn: 'text-warn',
  accentInk: 'text-accent-ink',
  ink: 'text-ink',
  inkFaint: 'text-ink-faint',
};

/** How a word is drawn: in which ink, and how many of its three bars are filled. */
export const wordLooks: Record<Word, { ink: keyof typeof inkClasses; bars: number }> = {
  High: { ink: 'danger', bars: 3 },
  Medium: { ink: 'warn', bars: 2 },
  Low: { ink: 'accentInk', bars: 1 },
  [CANT_TELL]: { ink: 'warn', bars: 0 },
  [NOT_TESTED]: { ink: 'inkFaint', bars: 0 },
  'N/A': { ink: 'inkFaint', bars: 0 },
};

/** The ink of what heads a tile. */
export const headInks = {
  no: 'danger',
  if_counted: 'warn',
  yes: 'accentInk',
  unknown: 'ink',
} as const;

/** Three rising bars on a field of 17 by 14 that say a level without color: as many are filled. */
export function riskBars(word: Word) {
  return [0, 1, 2].map((bar) => ({
    x: 0.5 + bar * 6,
    y: 9.5 - bar * 4.5,
    width: 4,
    height: 4 + bar * 4.5,
    isFilled: bar < wordLooks[word].bars,
  }));
}
