import { NUMBERS } from '#app/kit/numbers.ts';
import type { TestPanel } from './panel.ts';

export const metals = {
  key: 'metals',
  name: 'metals',
  inSentence: 'lead, cadmium, arsenic, and mercury',
  substances: [
    { key: 'pb', abbreviation: 'Pb', fullName: 'Lead', casNumber: '7439-92-1', form: 'total' },
    { key: 'cd', abbreviation: 'Cd', fullName: 'Cadmium', casNumber: '7440-43-9', form: 'total' },
    { key: 'as', abbreviation: 'As', fullName: 'Arsenic', casNumber: '7440-38-2', form: 'total' },
    { key: 'hg', abbreviation: 'Hg', fullName: 'Mercury', casNumber: '7439-97-6', form: 'total' },
  ],
  others: [
    {
      key: 'ias',
      abbreviation: 'iAs',
      fullName: 'Inorganic arsenic',
      casNumber: '7440-38-2',
      form: 'inorganic',
    },
  ],
  sampleCents: NUMBERS.metalsSampleCents,
  samples: NUMBERS.levels,
  rule: { version: 'metals-limits', date: '2026-11-30' },
} as const satisfies TestPanel;
