import * as amount from './amount-claims.ts';
import * as limit from './limit-claims.ts';
import { sentencesOf } from './sentences.ts';

/** What is read of each sentence about one family of one product: why it is not true, if it isn't. */
const RULES: ((sentence: string, about: limit.About) => string[])[] = [
  limit.limits,
  limit.bareLimits,
  limit.ticks,
  limit.times,
  amount.amounts,
  amount.atMost,
  amount.samplesSaid,
  amount.workedOut,
  amount.highestNamed,
  amount.noneFound,
  amount.levels,
  amount.servings,
  amount.countedAll,
  amount.namedLevels,
];

/** Why a text that is about one family of one product is not true; empty where it is. */
export function untruths(text: string, about: limit.About): string[] {
  const isNoneSaid = /none (?:of the others )?found/i.test(text);
  const lines = text.replaceAll(limit.TICKS, '\n$&\n').replaceAll(/ (?=Above the )/g, '\n');
  return sentencesOf(lines).flatMap((sentence) =>
    [
      ...RULES.flatMap((rule) => rule(sentence, about)),
      ...(isNoneSaid ? [] : amount.levelsOfNothing(sentence, about)),
    ].map((why) => `${why} (“${sentence}”)`),
  );
}
