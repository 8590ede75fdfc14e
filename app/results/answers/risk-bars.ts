import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { type Word } from './answer.ts';

const filled: Record<Word, number> = {
  High: 3,
  Medium: 2,
  Low: 1,
  [CANT_TELL]: 0,
  [NOT_TESTED]: 0,
  'N/A': 0,
};

/** Three rising bars on a field of 17 by 14 that say a level without color: as many are filled. */
export function riskBars(word: Word) {
  return [0, 1, 2].map((bar) => ({
    x: 0.5 + bar * 6,
    y: 9.5 - bar * 4.5,
    width: 4,
    height: 4 + bar * 4.5,
    isFilled: bar < filled[word],
  }));
}
