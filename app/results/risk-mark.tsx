import { CANT_TELL } from '#app/kit/facts.ts';
import type { RatingAnswer } from '#app/results/answers/answer.ts';
import { inkClasses, riskBars, wordLooks } from '#app/results/answers/looks.ts';

type Rated = Pick<RatingAnswer, 'word'> & Partial<RatingAnswer>;

/** The word of a rating, or what can’t be told, and beside it three bars of which as many are filled. */
export function RiskMark({ word, could, missed, large }: Rated & { large?: boolean }) {
  const what = could && !missed ? `: ${could}` : ' the level';
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-medium ${inkClasses[wordLooks[word].ink]}`}
    >
      <svg
        viewBox="0 0 17 14"
        aria-hidden="true"
        strokeWidth="1"
        className={`shrink-0 stroke-current ${large ? 'h-5 w-6 @3xl:h-6 @3xl:w-7' : 'h-3 w-3.5'}`}
      >
        {riskBars(word).map(({ isFilled, ...place }) => (
          <rect
            key={place.x}
            {...place}
            className={isFilled ? 'fill-current' : 'fill-transparent'}
          />
        ))}
      </svg>
      <span className={large ? 'font-display text-xl leading-tight @3xl:text-2xl' : ''}>
        {word === CANT_TELL ? word + what : word}
      </span>
    </span>
  );
}
