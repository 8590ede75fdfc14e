import { TESTED_FOR } from '#app/kit/facts.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { datasetChemicals } from '#app/toxicology/chemicals.ts';
import type { Panel } from './panel.ts';

export const plastics = {
  key: 'plastics',
  name: 'plastic chemicals',
  inSentence: TESTED_FOR,
  substances: datasetChemicals,
  sampleCents: NUMBERS.levelCents,
  samples: NUMBERS.levels,
} as const satisfies Panel;
