import { CANT_TELL } from '#app/kit/facts.ts';
import type { ReportTile } from '#app/results/report-cards.ts';
import { tileAnswer } from '#app/results/tile-answer.ts';

/** Tags of what nobody should leave off because of a report. */
const needed = ['baby', 'baby_food', 'formula', 'breast_milk', 'medications'];

/** What a report's figures give reason to do, in full sentences, and no more than that. */
export function adviceOf(
  tiles: readonly ReportTile[],
  tags: readonly string[],
  isNotFood: boolean,
): string[] {
  const answers = tiles.map(tileAnswer);
  const is = (one: string) => answers.some(({ word }) => word === one);
  const isAbove = answers.some(({ tag }) => tag === 'Above limit');
  return [
    ...verdict(),
    ...(is(CANT_TELL)
      ? [
          'Where this test can’t tell, it is neither reassurance nor a reason to worry: only a more sensitive test would say more.',
        ]
      : []),
    ...(needed.some((tag) => tags.includes(tag))
      ? ['Ask a doctor before you change what a baby or a patient takes.']
      : []),
  ];

  function verdict(): string[] {
    if (isNotFood) return ['Nobody eats this, so the figures do not say what anyone takes in.'];
    if (isAbove) {
      return [
        'A daily limit is meant for every day of a lifetime, so one serving above it is no emergency. If this is on the table most days, less of it or a cleaner one lowers what adds up.',
      ];
    }
    if (is('High') || is('Medium')) {
      return [
        'One serving uses up a noticeable part of the daily limit, and other food adds to it. If this is on the table most days, a cleaner one leaves more room.',
      ];
    }
    if (!is('Low')) return [];
    return [
      'What this test could see gives no reason to have less of it. The next lot may differ.',
    ];
  }
}
