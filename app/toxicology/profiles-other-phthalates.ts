import {
  abandonedPlasticizers2022,
  canadaPhthalates2020,
  hazardPanel2014,
  irisEntry,
  proposition65List,
  reproductionMonograph,
  toyPhthalates2017,
} from './profile-citations.ts';
import type { ProfileContent } from './profile-content.ts';

/** The phthalates that European law names no migration limit for. */
export const otherPhthalates = {
  dep: {
    description:
      'A light, nearly odorless liquid that carries scents and makes them last. Most of what ' +
      'people take in comes from perfumed products and not from food packaging.',
    healthConcerns: [
      "Rats fed very large amounts for 16 weeks grew more slowly; the EPA's reference dose rests on that study, with low confidence by the agency's own account.",
      'It did not cause the malformed male organs in rats that mark its longer relatives.',
      'Some studies in people report links of its breakdown product with sperm quality or child development and others find none; perfume brings many other chemicals with it.',
    ],
    sources: [
      'Perfume, deodorant, lotion, hair spray and scented cleaning products.',
      'Cellulose acetate films and handles, and the coating of some pills.',
      'Food, in small amounts, from inks and lacquers on its packaging.',
    ],
    regulations: [
      'United States: the Food and Drug Administration took it out of the rules for food packaging in 2022, because makers had given up that use.',
      'European Union: allowed in cosmetics, but not on the list of additives for food contact plastic.',
      'EFSA has no limit for it; the committee before EFSA gave only a provisional one.',
    ],
    alternatives: [
      'Fragrance makers also use dipropylene glycol, isopropyl myristate or triethyl citrate.',
      'Products sold without fragrance rarely have a use for it.',
    ],
    citations: [
      irisEntry('Diethyl phthalate', 1987, 226),
      {
        title: 'Diethyl Phthalate, Concise International Chemical Assessment Document 52',
        publisher: 'World Health Organization',
        year: 2003,
        url: 'https://www.inchem.org/documents/cicads/cicads/cicad52.htm',
      },
      {
        title: 'Toxicological Profile for Diethyl Phthalate',
        publisher: 'US Agency for Toxic Substances and Disease Registry',
        year: 1995,
        url: null,
      },
      {
        title: 'Hubinger and Havery: Analysis of consumer cosmetic products for phthalate esters',
        publisher: 'Journal of Cosmetic Science 57:127',
        year: 2006,
        url: null,
      },
      abandonedPlasticizers2022,
    ],
  },
  dmp: {
    description:
      'The smallest phthalate. It evaporates readily, was long rubbed on skin to keep mosquitoes ' +
      'away, and serves as a solvent more than as a softener.',
    healthConcerns: [
      'Animals given high oral doses over a long time showed slight effects on growth and kidneys.',
      'In rats it did not disturb male development in tests where DEHP did.',
      'There is no good information on long-term effects in people, and the EPA could not classify it for cancer.',
    ],
    sources: [
      'Some hair sprays, insect repellents and nail products.',
      'Hardeners for fiberglass resin, lacquers and plastics of cellulose acetate.',
      'In food, traces from inks, glues and the air of rooms where it is used.',
    ],
    regulations: [
      'United States: named first among the 25 plasticizers whose food contact permissions ended in May 2022.',
      'Canada concluded in 2020 that it does no harm to people or nature at the exposure considered.',
      "Neither EFSA nor the EPA's IRIS program has a daily limit for it.",
    ],
    alternatives: [
      'Repellents today rely on DEET, picaridin or IR3535.',
      'Citrate esters can stand in for it as a solvent in cosmetics.',
    ],
    citations: [
      {
        title: 'Dimethyl phthalate, Priority Existing Chemical Assessment Report No. 37',
        publisher: 'Australia, National Industrial Chemicals Notification and Assessment Scheme',
        year: 2014,
        url: null,
      },
      canadaPhthalates2020,
      abandonedPlasticizers2022,
      hazardPanel2014,
    ],
  },
  dnhp: {
    description:
      'A straight six-carbon phthalate, of the middle length that harms the testes of rodents ' +
      'most. Little is made on purpose; it also occurs as an impurity of other products.',
    healthConcerns: [
      'In a breeding study fertility fell at every dose tried, and mice given one very high dose in pregnancy bore no live pups.',
      'The US National Toxicology Program nevertheless found too few studies to judge the danger to people.',
      'Its breakdown product turned up in the urine of children in Germany, where a guidance value was set in 2024.',
    ],
    sources: [
      'Tool handles, dishwasher baskets, flooring, vinyl gloves, flea collars and conveyor belts for food.',
      'An impurity of a UV filter in some sunscreens is the suspected reason for the findings in Germany.',
    ],
    regulations: [
      'European Union: a substance of very high concern since 2013, later put on the list of those that need an authorization.',
      'United States: the toy rule of 2017, which calls it DHEXP, allows at most 0.1%.',
      'California: listed in 2005 for harm to the fertility of women and men.',
    ],
    alternatives: [
      'Longer phthalates and softeners without phthalate have taken over its few uses.',
      'Where it is only an impurity, purer raw material removes it.',
    ],
    citations: [
      reproductionMonograph('Di-n-Hexyl Phthalate (DnHP)', 15995729),
      toyPhthalates2017,
      {
        title:
          'HBM-I-Wert-Ableitung für den Di-n-hexylphthalat-Metaboliten Mono-n-hexylphthalat im ' +
          'Urin von Erwachsenen und Kindern',
        publisher: 'German Environment Agency (Umweltbundesamt)',
        year: 2024,
        url: 'https://www.umweltbundesamt.de/dokument/hbm-i-wert-ableitung-fuer-den-di-n-hexylphthalat',
      },
      proposition65List,
    ],
  },
  dchp: {
    description:
      'A solid phthalate with two ring-shaped arms. It makes adhesives stick when warmed, and ' +
      'softens or stabilizes vinyl, sealants, paints and rubber.',
    healthConcerns: [
      'Given to rats in pregnancy it disturbed the male organs of the young in the pattern known as phthalate syndrome.',
      "On that ground the EPA's draft evaluation of January 2025 saw a risk for workers who inhale it and none for consumers, but food packaging was outside its scope.",
      'Its effects in people have hardly been studied.',
    ],
    sources: [
      'Heat-seal adhesives on labels, lids and wrappers.',
      'Printing inks, sealants, paints and rubber goods.',
    ],
    regulations: [
      'European Union: identified in 2018 as a substance of very high concern, for reproduction and for hormone disruption.',
      'United States: one of the five phthalates that the rule of 2017 added to the ban in toys.',
      'United States: a petition to end the food contact uses of phthalates, this one among them, was denied in 2022.',
      'Canada found in 2020 that the exposure of its people was too low for harm.',
    ],
    alternatives: [
      'Other solid esters, such as benzoates, can do its work in heat-seal adhesives.',
      'Packs closed by welding the film itself need no such glue.',
    ],
    citations: [
      {
        title:
          'Dicyclohexyl phthalate (DCHP): Draft Risk Evaluation Under the Toxic Substances ' +
          'Control Act, 90 FR 1125',
        publisher: 'US Environmental Protection Agency',
        year: 2025,
        url: 'https://www.federalregister.gov/d/2025-00137',
      },
      {
        title:
          'Natural Resources Defense Council, et al.; Denial of Food Additive Petition, 87 FR 31066',
        publisher: 'US Food and Drug Administration',
        year: 2022,
        url: 'https://www.federalregister.gov/d/2022-10530',
      },
      toyPhthalates2017,
      canadaPhthalates2020,
    ],
  },
  dnop: {
    description:
      'A straight eight-carbon phthalate, easily confused with DEHP, which is also sold as ' +
      'dioctyl phthalate. Pure DNOP is rare; most of it is part of mixtures of six- to ten-carbon ' +
      'esters.',
    healthConcerns: [
      'Rats fed high doses for months showed changes of liver, kidneys and thyroid.',
      'The animal studies done so far saw no effect on male hormones.',
      'Nobody has studied in people what it does by itself.',
    ],
    sources: [
      'Conveyor belts, cap liners and seals where food is made and packed.',
      'Tarpaulins, pool liners, garden hoses and carpet backing of vinyl with mixed linear phthalates.',
    ],
    regulations: [
      'European Union: banned above 0.1% from toys and baby articles that fit into the mouth.',
      'United States: kept out of such toys for the time being from 2009, and free again since the rule of 2017.',
      'EFSA has set no daily limit; a provisional EPA figure, from livers and kidneys of rats, never entered IRIS.',
    ],
    alternatives: [
      'DEHT, DINP and adipates soften the same goods.',
      'Hoses of rubber and belts of polyurethane are made without phthalates.',
    ],
    citations: [
      {
        title: 'Health Effects Assessment Summary (HEAST) for Di-n-Octyl Phthalate',
        publisher: 'US Environmental Protection Agency',
        year: 2000,
        url: 'https://rais.ornl.gov/epa/heast/DinOctylPhthalate.html',
      },
      reproductionMonograph('Di-n-Octyl Phthalate (DnOP)', null),
      {
        title: 'Toxicological Profile for Di-n-octylphthalate',
        publisher: 'US Agency for Toxic Substances and Disease Registry',
        year: 1997,
        url: null,
      },
      toyPhthalates2017,
    ],
  },
} as const satisfies Record<string, ProfileContent>;
