import { TESTED_FOR } from '#app/kit/facts.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { datasetChemicals, otherChemicals } from '#app/toxicology/chemicals.ts';
import { LEVEL_RULE } from '#app/toxicology/level-rule.ts';
import type { TestPanel } from './panel.ts';

export const plastics = {
  key: 'plastics',
  name: 'plastic chemicals',
  inSentence: TESTED_FOR,
  substances: datasetChemicals,
  others: otherChemicals,
  sampleCents: NUMBERS.levelCents,
  samples: NUMBERS.levels,
  rule: LEVEL_RULE,
} as const satisfies TestPanel;
