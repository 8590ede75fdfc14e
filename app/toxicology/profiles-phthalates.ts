import {
  canadaPhthalates2020,
  efsaPhthalates2019,
  foodPlastics2023,
  irisEntry,
  medicalDevices2015,
  proposition65List,
  reachAuthorisation2021,
  reachFourPhthalates2018,
  reproductionMonograph,
  toyPhthalates2017,
} from './profile-citations.ts';
import type { ProfileContent } from './profile-content.ts';

/** The phthalates whose migration from food contact plastic European law limits. */
export const limitedPhthalates = {
  dehp: {
    description:
      'The classic softener of vinyl, and for decades the phthalate used most. It is not bound ' +
      'to the plastic it softens, so it passes slowly into fatty food, dust and the fluids in ' +
      'medical tubing. Many makers have turned from it since the 2000s.',
    healthConcerns: [
      "In male rats it lowers testosterone before birth and harms the testes; Europe's limit rests on this.",
      'Studies of pregnant women link its breakdown products with slightly changed genital development of their sons, but cannot show that DEHP alone was the cause.',
      'Rats and mice that ate large amounts for life developed liver tumors; whether this can happen in people at everyday intakes is not known.',
    ],
    sources: [
      'Fatty foods such as dairy, oils and meat that touched vinyl tubing, conveyor belts, gloves or seals on their way.',
      'Older vinyl flooring, shower curtains, cables and imitation leather, and the house dust they shed.',
      'Blood bags, IV lines and dialysis tubing, which can give patients far more than food does.',
    ],
    regulations: [
      'European Union: at most 0.6 mg may pass from plastic into 1 kg of food, for DEHP alone and for the sum with its close relatives weighed by strength.',
      'European Union: since July 2020 most consumer articles must hold less than 0.1% of four phthalates together, of which this is one.',
      'United States: an act of Congress of 2008 bans it above 0.1% in toys and child care articles.',
      'California lists it as a cause of cancer, and since 2003 of harm to development and male reproduction.',
    ],
    alternatives: [
      'Vinyl makers mostly use DINP, DEHT, DINCH or TOTM in its place; none of these has been studied for as long.',
      'Polyethylene, polypropylene, glass and steel need no softener at all.',
    ],
    citations: [
      efsaPhthalates2019,
      {
        title: 'Toxicological Profile for Di(2-Ethylhexyl)Phthalate (DEHP)',
        publisher: 'US Agency for Toxic Substances and Disease Registry',
        year: 2022,
        url: 'https://www.ncbi.nlm.nih.gov/books/NBK590480/',
      },
      irisEntry('Di(2-ethylhexyl)phthalate (DEHP)', 1987, 14),
      medicalDevices2015,
      foodPlastics2023,
      reachFourPhthalates2018,
    ],
  },
  dbp: {
    description:
      'A small, mobile phthalate, once known from nail polish. It softens cellulose films, glues ' +
      'and inks rather than vinyl, and moves out of them more easily than its heavier relatives.',
    healthConcerns: [
      'Male rats exposed in the womb had malformed reproductive organs, and even the lowest dose of the decisive study changed germ cells, so that its European limit carries an extra safety factor.',
      'Weight for weight, EFSA counts it as five times as strong as DEHP.',
      "For people, the US National Toxicology Program saw in 2003 negligible concern for adults' fertility and minimal concern for development at the intakes of that time.",
    ],
    sources: [
      'Glues, printing inks and coatings on paper and cardboard around food.',
      'Cellulose films, and the coating of some medicines and supplements that must pass the stomach.',
      'Nail products and perfumes where they are still made with it.',
    ],
    regulations: [
      'European Union: no more than 0.12 mg may migrate from food contact plastic into 1 kg of food, less than half of what was allowed before 2023.',
      'European Union: forbidden in cosmetics, as toxic for reproduction.',
      'United States: toys and articles for child care may not contain more than 0.1%, by the Consumer Product Safety Improvement Act.',
      'California has had it on its list for reproductive harm since December 2005.',
    ],
    alternatives: [
      'Benzoates and acetyl tributyl citrate have replaced it in many adhesives, inks and nail polishes.',
      'An inner bag with an aluminum or polyester layer keeps more of it from boxed food than plain paper does.',
    ],
    citations: [
      efsaPhthalates2019,
      reproductionMonograph('Di-n-Butyl Phthalate (DBP)', 15995736),
      {
        title: 'Toxicological Profile for Di-n-Butyl Phthalate',
        publisher: 'US Agency for Toxic Substances and Disease Registry',
        year: 2001,
        url: null,
      },
      irisEntry('Dibutyl phthalate', 1987, 38),
      foodPlastics2023,
      proposition65List,
    ],
  },
  dibp: {
    description:
      'The branched twin of DBP, and its usual stand-in once DBP fell under suspicion. It turned ' +
      'out to act in the same way.',
    healthConcerns: [
      'Male rats exposed before birth had lower testosterone and malformed genitals, at doses close to those of DBP.',
      'A systematic review of 2019 called the animal evidence for harm to male reproduction robust and that for other organs weaker.',
      'Its breakdown product is found in the urine of most people tested, but few studies ask what it does to them.',
    ],
    sources: [
      'Recycled paper and cardboard, into which old glues and inks carry it, and dry food packed in them.',
      'Adhesives, lacquers and coated fabrics.',
    ],
    regulations: [
      'European Union: not authorized for food contact plastic; since 2023 what is found counts fourfold in a sum of phthalates that may reach 0.6 mg per kg of food.',
      'European Union: added in 2018 to the three phthalates that may not make up 0.1% of plasticized consumer articles.',
      'United States: barred from toys and child care articles by the rule of October 2017.',
    ],
    alternatives: [
      'Cardboard of fresh fiber with phthalate-free inks and glues brings less of it into food.',
      'Dry goods sold in glass or foil never touch the carton.',
    ],
    citations: [
      foodPlastics2023,
      reachFourPhthalates2018,
      toyPhthalates2017,
      {
        title:
          'Yost et al.: Hazards of diisobutyl phthalate (DIBP) exposure: A systematic review of ' +
          'animal toxicology studies',
        publisher: 'Environment International 125:579',
        year: 2019,
        url: null,
      },
      canadaPhthalates2020,
    ],
  },
  bbp: {
    description:
      'A phthalate with one butyl and one benzyl arm, made above all for vinyl floor tiles, ' +
      'artificial leather and sealants. Traces reach food from coatings, inks, equipment and dust.',
    healthConcerns: [
      'High doses given to rats in pregnancy shortened the distance between anus and genitals of male pups, a mark of too little testosterone.',
      'The body turns part of it into a breakdown product of DBP; EFSA counts it as a tenth as strong as DEHP.',
      'More leukemia in female rats led the EPA in 1988 to call it a possible human carcinogen; mice showed nothing of the kind, and people have not been studied enough to tell.',
    ],
    sources: [
      'Vinyl flooring and the adhesive under it, carpet backing, and the dust of rooms that have them.',
      'Conveyor belts, coatings and inks used where food is made and packed.',
    ],
    regulations: [
      'European Union: the amount that may migrate from plastic was cut in 2023 from 30 to 6 mg per kg of food.',
      'European Union: its use needs an authorization under REACH, because it is toxic for reproduction and disrupts hormones.',
      'United States: one of the first three phthalates that Congress kept out of toys, in 2008.',
      'California: listed in 2005 as harmful to development.',
    ],
    alternatives: [
      'Dibenzoate esters have taken its place in much vinyl flooring.',
      'Linoleum, wood, cork and ceramic floors are made without softeners of this kind.',
    ],
    citations: [
      efsaPhthalates2019,
      irisEntry('Butyl benzyl phthalate (BBP)', 1989, 293),
      reachAuthorisation2021,
      foodPlastics2023,
      proposition65List,
    ],
  },
  dinp: {
    description:
      "A mixture of branched nine-carbon esters that took over much of DEHP's work. Of the five " +
      'phthalates that EFSA assessed in 2019 it was the one people eat most of.',
    healthConcerns: [
      'Liver changes in rats set its own European limit; it also lowers testosterone in male rats before birth, though at higher doses than DEHP.',
      'Rodents fed large amounts for life developed tumors, and the EPA concluded in 2025 that it can cause cancer at high exposures.',
      'Studies in people are few, always involve other phthalates as well, and do not agree with one another.',
    ],
    sources: [
      'Food handled with vinyl gloves or carried through vinyl tubing, fatty food most of all.',
      'Flexible vinyl of every kind: hoses, cables, car interiors, coated fabrics and floors.',
    ],
    regulations: [
      'European Union: DINP and DIDP share a migration limit of 1.8 mg per kg of food, down from 9 in 2023, and a plastic with DINP may not also contain DEHP, DBP, BBP or DIBP.',
      'European Union: forbidden above 0.1% in toys that a child can put into the mouth.',
      'United States: forbidden above 0.1% in all toys and child care articles since April 2018.',
      'California added it in December 2013 to its list of causes of cancer.',
    ],
    alternatives: [
      'DEHT and DINCH soften vinyl in much the same way and have not lowered testosterone in the standard animal studies.',
      'Nitrile and polyethylene gloves do the kitchen work of vinyl ones without a phthalate.',
    ],
    citations: [
      efsaPhthalates2019,
      {
        title:
          'Diisononyl Phthalate (DINP): Risk Evaluation Under the Toxic Substances Control Act',
        publisher: 'US Environmental Protection Agency',
        year: 2025,
        url: 'https://www.federalregister.gov/d/2025-00730',
      },
      reproductionMonograph('Di-isononyl Phthalate (DINP)', 15995726),
      toyPhthalates2017,
      foodPlastics2023,
      proposition65List,
    ],
  },
  didp: {
    description:
      'A heavier mixture of ten-carbon esters. It evaporates slowly and stands heat, so it goes ' +
      'into cables, car interiors, roofing and hard-wearing vinyl.',
    healthConcerns: [
      'Dogs and rats given it by mouth had enlarged livers; this, and no hormone effect, sets its European limit.',
      "Fewer rat pups survived when their parents had eaten high doses, the finding that weighs most in the EPA's evaluation of December 2024.",
      'It acts differently from the phthalates that lower testosterone, so EFSA keeps it out of their group limit.',
      'Hardly any study has looked at its effects in people.',
    ],
    sources: [
      'Cable sheathing, dashboards and seats of cars, pool liners, tarpaulins and roofing sheet.',
      'Sealants, paints and spray adhesives, where workers meet far more of it than consumers do.',
      'Food that touched flexible vinyl equipment or film made with it.',
    ],
    regulations: [
      "European Union: what migrates from food contact plastic is added to DINP's and held against 1.8 mg per kg of food.",
      'European Union: restricted, as a precaution, in toys and baby articles that can be mouthed.',
      'United States: the rule of 2017 lifted an interim ban in toys, since it does not act against male hormones.',
      'California: listed since April 2007 as toxic for reproduction, a listing that a court upheld in 2009.',
    ],
    alternatives: [
      'TOTM stands still more heat and is used in cables for that reason.',
      'Cables sheathed in polyethylene need no plasticizer.',
    ],
    citations: [
      efsaPhthalates2019,
      {
        title:
          'Diisodecyl Phthalate (DIDP): Risk Evaluation Under the Toxic Substances Control Act',
        publisher: 'US Environmental Protection Agency',
        year: 2025,
        url: 'https://www.federalregister.gov/d/2024-31280',
      },
      {
        title:
          'Exxon Mobil Corp. v. Office of Environmental Health Hazard Assessment, 169 Cal. App. 4th 1264',
        publisher: 'California Court of Appeal',
        year: 2009,
        url: null,
      },
      toyPhthalates2017,
      foodPlastics2023,
    ],
  },
} as const satisfies Record<string, ProfileContent>;
