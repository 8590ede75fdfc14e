import {
  bisphenolReview2015,
  foodBisphenols2024,
  irisEntry,
  proposition65List,
} from './profile-citations.ts';
import type { ProfileContent } from './profile-content.ts';

export const bisphenolProfiles = {
  bpa: {
    description:
      'The building block of polycarbonate plastic and of the epoxy lacquer inside many cans. ' +
      'Small amounts stay unbound or come loose with heat and time, and reach food and drink.',
    healthConcerns: [
      "EFSA's limit of 2023 rests on mice, in which a certain kind of immune cell increased at very small doses.",
      'The German risk institute BfR and the European Medicines Agency do not share that reading of the mouse data.',
      'High doses harm fertility and development in rodents, and the European Union classes it as toxic for reproduction and as a hormone disruptor.',
      'Surveys of people link higher levels in urine with diabetes, obesity and heart disease, but one urine sample says little about years of intake, and cause is not shown.',
    ],
    sources: [
      'Canned food and drinks, from the lacquer inside the can and under the lid.',
      'Hard clear polycarbonate bottles, water cooler jugs and kitchenware.',
      'Store receipts and labels on thermal paper, through the skin.',
    ],
    regulations: [
      'European Union: a regulation of December 2024 forbids it in plastics, coatings, inks and glues for food, with transition periods that for some cans last 36 months.',
      'United States: out of the rules for baby bottles since 2012 and for infant formula packaging since 2013, otherwise allowed.',
      "The EPA's reference dose dates from 1988 and lies more than a hundred thousand times above EFSA's limit.",
      'California: listed in May 2015 for harm to female reproduction.',
    ],
    alternatives: [
      'Cans lined with polyester or acrylic lacquer, glass jars and cartons.',
      'Polypropylene, steel or glass in place of hard polycarbonate; a label that says only BPA-free can mean BPS or BPF.',
    ],
    citations: [
      {
        title:
          'Re-evaluation of the risks to public health related to the presence of bisphenol A ' +
          '(BPA) in foodstuffs',
        publisher: 'European Food Safety Authority, EFSA Journal 21(4):6857',
        year: 2023,
        url: 'https://doi.org/10.2903/j.efsa.2023.6857',
      },
      {
        title:
          'EFSA 2023 re-evaluation of the risk to public health from bisphenol A (BPA) in ' +
          'foodstuffs, TOX/2023/25',
        publisher: 'United Kingdom, Committee on Toxicity',
        year: 2023,
        url: null,
      },
      foodBisphenols2024,
      irisEntry('Bisphenol A', 1988, 356),
      {
        title:
          'Support document for identification of bisphenol A as a substance of very high ' +
          'concern because of its endocrine disrupting properties',
        publisher: 'European Chemicals Agency, Member State Committee',
        year: 2017,
        url: null,
      },
      proposition65List,
    ],
  },
  bps: {
    description:
      'A close relative of BPA with a sulfone bridge. It develops the print on many receipts sold ' +
      'as BPA-free, hardens epoxy, and is a building block of the heat-proof plastic ' +
      'polyethersulfone.',
    healthConcerns: [
      'A systematic review found it about as active on hormone receptors as BPA, in cells and in animals.',
      'In a large study across generations of rats fertility held up to the highest dose, while effects on development and immunity began above 20 mg per kg.',
      'On the whole of the evidence European authorities identified it as toxic for reproduction and as a hormone disruptor for people and nature.',
      'Few studies have followed people over years, and those measured other bisphenols as well.',
    ],
    sources: [
      'Linings and plastics labeled free of BPA, and bottles and filters of polyethersulfone.',
      'Receipts, tickets and labels on thermal paper.',
      'Dyed and finished textiles and leather.',
    ],
    regulations: [
      'European Union: a substance of very high concern since 17 January 2023.',
      'European Union: plastics for food were held to 0.05 mg per kg of food; since the regulation of December 2024 hazardous bisphenols need a clearance of their own.',
      'California: listed in December 2023 for female and in January 2025 for male reproduction.',
      'No authority has set a daily limit for it, so this site reads it as if it were BPA.',
    ],
    alternatives: [
      'Receipts sent by mail or phone, or thermal paper whose developer is not a phenol.',
      'Baby bottles of glass or polypropylene contain no bisphenol.',
    ],
    citations: [
      bisphenolReview2015,
      {
        title:
          'Assessment of new information on Bisphenol S (BPS) submitted in response to the ' +
          'Decision 1 under REACH Regulation (EC) No 1907/2006',
        publisher: 'European Food Safety Authority, supporting publication EN-1844',
        year: 2020,
        url: 'https://doi.org/10.2903/sp.efsa.2020.EN-1844',
      },
      {
        title: 'Evidence on the Male Reproductive Toxicity of Bisphenol S',
        publisher: 'California Office of Environmental Health Hazard Assessment',
        year: 2024,
        url: 'https://oehha.ca.gov/proposition-65/crnr/developmental-and-reproductive-toxicant-identification-committee-meeting',
      },
      foodBisphenols2024,
    ],
  },
  bpf: {
    description:
      'Two phenol rings joined by a single carbon; the technical product is a mixture of isomers. ' +
      'It makes thick, tough epoxy coatings, and one isomer forms by itself in mild mustard.',
    healthConcerns: [
      'Laboratory tests see hormone activity of the same order as that of BPA.',
      'A 28-day study in rats saw effects at 20 mg per kg a day, the lowest dose it tried.',
      'We know of no study over the lifetime of animals and of no long study in people, so how much is safe is an estimate.',
    ],
    sources: [
      'Mild mustard of white seeds: Swiss tests found up to about 8 mg per kg, formed from a natural compound and not from packaging.',
      'Epoxy linings of tanks, pipes and some cans.',
      'Lacquers, floor coatings, adhesives and dental sealants.',
    ],
    regulations: [
      'European Union: the regulation of December 2024 on food contact covers bisphenols that are officially classified as hazardous in certain ways, and that classification decides on BPF.',
      'European Union: a proposal by Germany to restrict it together with four other bisphenols was withdrawn in 2023 to be reworked.',
      'EFSA and the EPA have no daily limit for it; in the sums of this site a nanogram of it counts as a nanogram of BPA.',
    ],
    alternatives: [
      'Hot mustard made only of brown or black seeds contained none in the Swiss tests.',
      'Polyester coatings do the work of epoxy in many cans and drums.',
    ],
    citations: [
      bisphenolReview2015,
      {
        title: 'Zoller et al.: Natural occurrence of bisphenol F in mustard',
        publisher: 'Food Additives and Contaminants: Part A 33(1)',
        year: 2016,
        url: 'https://doi.org/10.1080/19440049.2015.1110623',
      },
      {
        title:
          'From bisphenol A to bisphenol F and a ban of mustard due to chronic low-dose exposures?',
        publisher: 'Archives of Toxicology 90(2):489',
        year: 2016,
        url: 'https://doi.org/10.1007/s00204-016-1671-5',
      },
      foodBisphenols2024,
    ],
  },
  bpaf: {
    description:
      'BPA with six fluorine atoms on its bridge, which make it slow to break down. It crosslinks ' +
      'the fluorinated rubber of seals and hoses and goes into special polymers.',
    healthConcerns: [
      'In cells it switches on one estrogen receptor fully and blocks another.',
      'Rats that ate it through pregnancy and the growth of their young weighed less at high doses, and so did the pups.',
      'What small amounts do in people has not been studied.',
    ],
    sources: [
      'Fluorinated rubber seals, gaskets and hoses, in food plants among other places.',
      'Electronics, optical parts and specialty coatings.',
    ],
    regulations: [
      'European Union: the companies that registered it class it as toxic for reproduction, category 1B.',
      'European Union: a consultation of 2022 asked whether it disrupts hormones in the environment, and as a fluorinated substance it is also a PFAS.',
      'Results list it without a percentage, because neither EFSA nor the EPA has set a daily limit.',
    ],
    alternatives: [
      'Seals of silicone or EPDM serve where heat and solvents allow it.',
      'Fluorinated rubber crosslinked with peroxide needs no bisphenol.',
    ],
    citations: [
      {
        title:
          'Technical Report on the Modified One-Generation Study of Bisphenol AF Administered in ' +
          'Feed to Sprague Dawley Rats, NTP DART 08',
        publisher: 'US National Toxicology Program',
        year: 2022,
        url: 'https://doi.org/10.22427/ntp-dart-08',
      },
      {
        title:
          'Matsushima et al.: Bisphenol AF Is a Full Agonist for the Estrogen Receptor ERα but a ' +
          'Highly Specific Antagonist for ERβ',
        publisher: 'Environmental Health Perspectives',
        year: 2010,
        url: 'https://pubmed.ncbi.nlm.nih.gov/20427257/',
      },
      {
        title: 'Chemical Information Profile for Bisphenol AF',
        publisher: 'US National Toxicology Program',
        year: 2008,
        url: null,
      },
    ],
  },
} as const satisfies Record<string, ProfileContent>;
