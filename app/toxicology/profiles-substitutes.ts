import { foodPlastics2023, medicalDevices2015 } from './profile-citations.ts';
import type { ProfileContent } from './profile-content.ts';

/** The substitutes that keep a ring: a terephthalate, a cyclohexanoate and a trimellitate. */
export const ringSubstitutes = {
  deht: {
    description:
      'The alcohol of DEHP on a differently shaped acid, with its two arms on opposite sides. ' +
      'That small change keeps it from forming the breakdown product that harms the testes of ' +
      'rats. It has become one of the most used substitutes.',
    healthConcerns: [
      'Rats that ate it for two years or over two generations showed no tumors and no loss of fertility from it, mainly lower weight at high doses.',
      "American toxicologists derived a daily dose of 0.2 mg per kg in 2012, a fifth of Europe's limit.",
      'Almost everyone tested in the United States in 2015 and 2016 had its breakdown products in urine, and no long study has followed people.',
    ],
    sources: [
      'Cap liners, wraps, tubing and vinyl gloves that touch food.',
      'Toys, vinyl floors and coated fabrics.',
      'House dust, which explained some of the high levels found in German children.',
    ],
    regulations: [
      'European Union: authorized for food contact plastic, with the daily limit that EFSA gave in 2008.',
      'United States: not restricted in toys; the safety commission had its toxicity reviewed in 2019.',
      'The EPA has set no reference dose for it in IRIS.',
    ],
    alternatives: [
      'DINCH, citrates and castor-oil esters are other softeners without phthalate.',
      'Caps and wraps of polyethylene hold no softener.',
    ],
    citations: [
      {
        title:
          'Opinion of the AFC Panel on a request related to an 18th list of substances for food ' +
          'contact materials',
        publisher: 'European Food Safety Authority, The EFSA Journal 628-633',
        year: 2008,
        url: null,
      },
      {
        title:
          'Ball, McLellan and Bhat: Toxicological review and oral risk assessment of ' +
          'terephthalic acid (TPA) and its esters: A category approach',
        publisher: 'Critical Reviews in Toxicology 42:28',
        year: 2012,
        url: 'https://doi.org/10.3109/10408444.2011.623149',
      },
      {
        title:
          'Lessmann et al.: Exposure to the plasticizer di(2-ethylhexyl) terephthalate (DEHTP) ' +
          'in Portuguese children',
        publisher: 'Environment International 104:25',
        year: 2017,
        url: 'https://doi.org/10.1016/j.envint.2017.03.028',
      },
      {
        title:
          'Silva et al.: Exposure to di-2-ethylhexyl terephthalate in the U.S. general ' +
          'population from the 2015-2016 National Health and Nutrition Examination Survey',
        publisher: 'Environment International 123:141',
        year: 2019,
        url: null,
      },
      {
        title:
          'Metabolites of the substitute plasticiser Di-(2-ethylhexyl) terephthalate (DEHTP) in ' +
          'urine of children and adolescents (GerES V)',
        publisher: 'International Journal of Hygiene and Environmental Health 230:113589',
        year: 2020,
        url: 'https://doi.org/10.1016/j.ijheh.2020.113589',
      },
      {
        title:
          'Toxicity Review for a Mixture of 98% Di-2-ethylhexyl Terephthalate (DEHT) and 2% 2-EHMT',
        publisher: 'US Consumer Product Safety Commission',
        year: 2019,
        url: null,
      },
    ],
  },
  dinch: {
    description:
      'Made by adding hydrogen to DINP, which turns its flat ring into a puckered one. It was ' +
      'brought out in 2002 for things close to people, such as toys, food film and medical tubing.',
    healthConcerns: [
      'In rats the liver, kidneys and thyroid answered to long feeding, while testes and fertility did not.',
      'A review of 2014 derived a daily dose of 0.7 mg per kg from the thyroid of rats exposed since before birth, somewhat below the European limit.',
      'That review found no information on its toxicity in people.',
    ],
    sources: [
      'Wrap, seals and tubing in food plants and kitchens.',
      'Toys, sports mats and modeling materials.',
      'Blood bags and feeding tubes made to do without DEHP.',
    ],
    regulations: [
      'European Union: authorized for food contact plastic after an opinion of EFSA in 2006.',
      'Germany: the human biomonitoring commission published guidance values for its breakdown products in urine in 2016.',
      'United States: no reference dose of the EPA, and no restriction in toys.',
    ],
    alternatives: [
      'DEHT and acetyl tributyl citrate serve many of the same uses.',
      'Tubing of silicone or polyolefin is soft by nature.',
    ],
    citations: [
      {
        title:
          'Bhat, Durham, Ball and English: Derivation of an oral reference dose (RfD) for the ' +
          'non-phthalate alternative plasticizer DINCH',
        publisher: 'Journal of Toxicology and Environmental Health B 17:63',
        year: 2014,
        url: null,
      },
      {
        title:
          'Opinion of the AFC Panel on a request related to a 12th list of substances for food ' +
          'contact materials',
        publisher: 'European Food Safety Authority, The EFSA Journal 395-401',
        year: 2006,
        url: null,
      },
      {
        title:
          'Apel et al.: New HBM values for emerging substances, inventory of reference and HBM ' +
          'values in force',
        publisher: 'International Journal of Hygiene and Environmental Health',
        year: 2016,
        url: 'https://doi.org/10.1016/j.ijheh.2016.09.007',
      },
      {
        title: 'Public Report: 1,2-Cyclohexanedicarboxylic acid, 1,2-diisononyl ester',
        publisher: 'Australia, National Industrial Chemicals Notification and Assessment Scheme',
        year: 2012,
        url: null,
      },
      medicalDevices2015,
    ],
  },
  totm: {
    description:
      'Three eight-carbon arms on one ring make it big and slow to move. It evaporates and ' +
      'migrates far less than DEHP, so it serves in hot cables and in medical tubing.',
    healthConcerns: [
      'Male rats in a screening test had fewer cells that become sperm at 300 mg per kg and above, yet mating and litters were normal.',
      'EFSA saw in 2019 no harm to development of the kind that DEHP does, no concern for genes and no sign that it builds up in people.',
      'How much of it people take in with food, and with what effect, has hardly been measured.',
    ],
    sources: [
      'Wrap film of soft vinyl, from which up to 0.165 mg passed into 1 kg of food in tests.',
      'Infusion and dialysis tubing without DEHP.',
      'Cable insulation and car interiors that get hot.',
    ],
    regulations: [
      "European Union: allowed since 2023 in plastic for food; EFSA's condition was that no more than 5 mg passes into 1 kg of food.",
      'Canada: its screening of 2019 found the amounts in use too small to endanger people.',
      'No authority has given a tolerable daily intake, so a percentage cannot be shown.',
    ],
    alternatives: [
      'DINCH and DEHT are other choices for tubing.',
      'Cables with crosslinked polyethylene stand heat without a plasticizer.',
    ],
    citations: [
      {
        title:
          'Safety assessment of the substance trimellitic acid, tris (2-ethylhexyl) ester, for ' +
          'use in food contact materials',
        publisher: 'European Food Safety Authority',
        year: 2019,
        url: 'https://doi.org/10.2903/j.efsa.2019.5864',
      },
      {
        title: 'Screening assessment: Trimellitates Group',
        publisher: 'Environment and Climate Change Canada and Health Canada',
        year: 2019,
        url: 'https://www.canada.ca/en/environment-climate-change/services/evaluating-existing-substances/final-screening-assessment-trimellitates-group.html',
      },
      foodPlastics2023,
      medicalDevices2015,
    ],
  },
} as const satisfies Record<string, ProfileContent>;
