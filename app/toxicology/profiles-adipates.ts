import { irisEntry } from './profile-citations.ts';
import type { ProfileContent } from './profile-content.ts';

export const adipateProfiles = {
  deha: {
    description:
      'An adipate: a softener without a ring, which keeps vinyl pliable in the cold. It made ' +
      'plastic wrap stretch and stick, and fat dissolves it readily.',
    healthConcerns: [
      "Rats given it in pregnancy had smaller litters and lighter pups; the EPA's reference dose of 1992 rests on these findings and on enlarged livers.",
      'Mice fed a great deal of it for life developed liver tumors; the EPA rated it a possible carcinogen, while the cancer agency of the WHO could not classify it.',
      'It has not shown the effect on male hormones for which DEHP is known, and data from people are scarce.',
    ],
    sources: [
      'Vinyl plastic wrap, above all around cheese, meat and warm fatty food.',
      'Vinyl gloves, hoses and synthetic rubber.',
      'Skin creams and other cosmetics.',
    ],
    regulations: [
      'European Union: at most 18 mg may pass into 1 kg of food, which follows from the limit of the Scientific Committee on Food.',
      'United States: drinking water may hold at most 0.4 mg per liter.',
    ],
    alternatives: [
      'Polyethylene wrap sticks less and contains no softener.',
      'Cheese or meat in paper, in a covered bowl or in a glass box touches no film.',
    ],
    citations: [
      irisEntry('Di(2-ethylhexyl)adipate', 1992, 420),
      {
        title:
          'Opinion on a survey on dietary intake of the food contact material ' +
          'di-2-(ethylhexyl) adipate (DEHA)',
        publisher: 'European Commission, Scientific Committee on Food',
        year: 2000,
        url: null,
      },
      {
        title: 'Di(2-ethylhexyl) adipate, IARC Monographs Volume 77',
        publisher: 'International Agency for Research on Cancer',
        year: 2000,
        url: null,
      },
      {
        title: 'Toxicity Review for Bis(2-ethylhexyl) Adipate (DEHA)',
        publisher: 'US Consumer Product Safety Commission',
        year: 2018,
        url: null,
      },
    ],
  },
  dida: {
    description:
      'An adipate with two ten-carbon arms, heavier than DEHA. It is a lubricant as much as a ' +
      'softener, and keeps cables flexible in the cold.',
    healthConcerns: [
      'The Canadian government judged in 2019 that it may have hazardous properties, but that the risk at present exposure is low.',
      'Much of what is said of it is carried over from other adipates, because few studies tested it itself.',
      'With no daily limit from any authority it has no weight in the sums of this site, which does not mean that it is harmless.',
    ],
    sources: [
      'Cable sheathing, motor oil, power steering fluid and greases.',
      'Some natural health products in Canada, as an inactive ingredient.',
      'How it gets into food is not well studied; film, coatings and the grease of machines are likely paths.',
    ],
    regulations: [
      'Canada: assessed in 2019 and not found harmful to health or nature at current levels.',
      'Neither EFSA nor the EPA has set a tolerable intake.',
    ],
    alternatives: [
      'Film of polyethylene or polypropylene stays flexible in the cold by itself.',
      'Food plants can run on lubricants registered for incidental contact with food.',
    ],
    citations: [
      {
        title: 'Screening assessment: Aliphatic Diesters Group, hexanedioic acid, diisodecyl ester',
        publisher: 'Environment and Climate Change Canada and Health Canada',
        year: 2019,
        url: 'https://www.canada.ca/en/environment-climate-change/services/evaluating-existing-substances/screening-assessment-aliphatic-diesters-group-hexanedioic-acid-diisodecyl-ester.html',
      },
      {
        title:
          'Final Report of the Cosmetic Ingredient Review Expert Panel on the Safety Assessment ' +
          'of Dicarboxylic Acids, Salts, and Esters',
        publisher: 'International Journal of Toxicology 31',
        year: 2012,
        url: null,
      },
    ],
  },
} as const satisfies Record<string, ProfileContent>;
