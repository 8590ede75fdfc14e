import { href } from 'react-router';
import { capitalized, listed, spelled } from '#app/kit/text.ts';
import { chemicals, datasetChemicals, TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { priceOf } from '#app/toxicology/panels/panels.ts';
import { formatCents } from '#app/kit/money.ts';
import { askedWords, isAbout, isNearly, singular } from './words.ts';

/** What the site can say of something that people ask about and that is no product. */
export interface TopicAnswer {
  /** What is tested here of it, and what is not. */
  text: string;
  /** Where to look. */
  links: { to: string; label: string }[];
}

interface Topic extends TopicAnswer {
  /** What it is called, by the words of each name. */
  names: string[][];
  /** Whether it is answered only where nothing else is asked: `aluminum`, but not `aluminum foil`. */
  isAlone: boolean;
}

const LISTED = href('/plasticlist');
const WHAT = { to: `${href('/faq')}#which-chemicals`, label: 'What the tests look for' };
const METHOD = href('/risk-methodology');
const LIMITS = { to: `${METHOD}?view=technical#limits`, label: 'Every limit in use' };
const EVERY = 'Every test for plastic chemicals measures';
const KINDS = { to: href('/plasticlist/kinds'), label: 'Which of a kind is lowest' };
const SURVEYS = { to: href('/surveys'), label: 'What surveys found' };
const NO_WORD = 'so no result on this site says anything about';
const FOUR = metals.inSentence;
const OTHER = `Tests here do not look for “{it}”, ${NO_WORD} it. They measure ${TESTED_CHEMICALS} plastic chemicals, or ${FOUR}.`;
const METALS = `${capitalized(FOUR)} are measured in tests of their own, which are listed apart; other metals are not. No result for plastic chemicals says anything about metals. A test of a product for those four can be funded, for ${formatCents(priceOf(metals).targetCents)}. The U.S. Food and Drug Administration’s Total Diet Study measures those four in foods.`;
const TO_METALS = [
  { to: '/?panel=metals', label: 'Tests for metals to fund' },
  { to: `${LISTED}?panel=metals`, label: 'Products tested for metals' },
  { to: `${METHOD}?panel=metals`, label: 'What those tests measure' },
];

function byFamily(key: Family) {
  return { to: `${LISTED}?sort=${key}_tdi_percent`, label: `Tested products by ${key}` };
}

/** What is tested, by families and by chemicals. */
const tested: Topic[] = families.flatMap(({ key, category, chemicals: own }) => {
  const names = Object.keys(own);
  const family = `${spelled(names.length)} ${category.toLowerCase()}`;
  const links = [byFamily(key), LIMITS, WHAT];
  return [
    topic(category, `${EVERY} ${family}: ${listed(names)}.`, links),
    ...chemicals
      .filter((one) => one.family === key)
      .map((one) => {
        const called = `${one.fullName.charAt(0).toLowerCase()}${one.fullName.slice(1)} (${one.abbreviation})`;
        const text = datasetChemicals.includes(one)
          ? `${EVERY} ${called}, one of ${TESTED_CHEMICALS}.`
          : `Not every test here measures ${called}. Where its laboratory did, a report shows it.`;
        return topic(`${one.key}, ${one.fullName.replaceAll(',', ' ')}`, text, links);
      }),
  ];
});

/** In the order in which they answer where two have a name of as many words. */
const topics: readonly Topic[] = [
  topic(
    'bpa free',
    `“BPA-free” says nothing about BPS and BPF, which are used in its place. ${EVERY} all three.`,
    [byFamily('bisphenols'), WHAT],
  ),
  ...tested,
  topic(
    'lead, cadmium, arsenic, mercury, methylmercury, antimony, thallium, heavy metal, toxic metal, toxic element',
    METALS,
    TO_METALS,
  ),
  alone('metal, metal test, metal testing', METALS, TO_METALS),
  alone(
    'aluminum, aluminium, nickel, chromium, tin, copper, uranium',
    `Of metals, tests here measure ${FOUR} alone, ${NO_WORD} “{it}”.`,
  ),
  topic(
    'pfas, pfoa, pfos, ptfe, pfa, forever chemical, fluorochemical, perfluoroalkyl, polyfluoroalkyl',
    `PFAS are not tested here, ${NO_WORD} them. Health Canada’s Total Diet Study measured some of them in foods in 2016 and 2017.`,
    [SURVEYS, WHAT],
  ),
  alone(
    'survey, total diet study, health canada, fda survey, food survey',
    `Health Canada’s Total Diet Study measured phthalates, bisphenol A, and PFAS in foods, and FDA’s surveys measured metals in food for babies. They are no tests of ours and no tests of a product.`,
    [SURVEYS],
  ),
  topic(
    'microplastic, nanoplastic, micro plastic, nano plastic, plastic particle',
    `Microplastics, which are particles, are not tested here, ${NO_WORD} them. What is measured is ${TESTED_CHEMICALS} chemicals that plastic and packaging leave behind.`,
  ),
  topic(
    'pesticide, herbicide, insecticide, fungicide, glyphosate, glyphosphate, roundup, atrazine, chlorpyrifos, organophosphate',
    `Pesticides such as glyphosate are not tested here, ${NO_WORD} them. The U.S. Department of Agriculture’s Pesticide Data Program publishes residues in foods.`,
  ),
  topic(
    'paraben, triclosan, formaldehyde, benzene, styrene, acrylamide, dioxin, pcb, flame retardant, pbde, oxybenzone, perchlorate, mycotoxin, aflatoxin, food dye, red 40, titanium dioxide, salmonella, listeria, e coli',
    OTHER,
  ),
  alone(
    'voc, preservative, carrageenan, nitrate, nitrite, bacteria, mold, gluten, allergen, gmo, antibiotic, hormone, radiation, radioactivity, fluoride, chlorine',
    OTHER,
  ),
  alone(
    'plastic, plastic chemical, chemical, plasticizer, softener, toxin, contaminant, endocrine disruptor, hormone disruptor, packaging',
    `${EVERY} ${TESTED_CHEMICALS}: ${listed(families.map(({ category, chemicals: own }) => `${spelled(Object.keys(own).length)} ${category.toLowerCase()}`))}.`,
    [{ to: LISTED, label: 'Tested products' }, KINDS, WHAT],
  ),
  alone(
    'safe, safer, safest, unsafe, clean, cleaner, cleanest, healthy, healthiest, unhealthy, harmful, harmless, dangerous, danger, toxic, non toxic, nontoxic, cancer, best, worst, good, bad',
    `No test can show that a product is safe. Each one for plastic chemicals shows how much of ${TESTED_CHEMICALS} of them was in a few samples, and how one serving a day compares with the limits of authorities.`,
    [{ to: LISTED, label: 'Tested products' }, KINDS, { to: METHOD, label: 'What a result means' }],
  ),
];

/**
 * The answer to a search that asks about something that is no product, by its longest name, one slip in
 * a long word forgiven, or undefined; and the words that say what else the search is about.
 */
export function findTopic(typed: string): { answer: TopicAnswer | undefined; others: string[] } {
  const asked = askedWords(typed).map((word) => ({ word, one: singular(word) }));
  const about = (words: typeof asked) => words.map(({ word }) => word).filter(isAbout);
  const found = topics.flatMap((one) =>
    one.names.flatMap((name) => {
      const its = asked.filter((word) => name.some((part) => isNearly(word.one, part)));
      const others = about(asked.filter((word) => !its.includes(word)));
      const exact = its.filter((word) => name.includes(word.one)).length;
      return its.length < name.length || (one.isAlone && others.length > 0)
        ? []
        : [{ ...one, its, others, words: name.length, exact }];
    }),
  );
  const [first] = found.toSorted((a, b) => b.words - a.words || b.exact - a.exact);
  if (!first) return { answer: undefined, others: about(asked) };
  const text = first.text.replace('{it}', first.its.map(({ word }) => word).join(' '));
  return { answer: { text, links: first.links }, others: first.others };
}

function topic(names: string, text: string, links = [WHAT]): Topic {
  return {
    names: names.split(', ').map((name) => askedWords(name).map(singular)),
    text,
    links,
    isAlone: false,
  };
}

function alone(names: string, text: string, links?: TopicAnswer['links']): Topic {
  return { ...topic(names, text, links), isAlone: true };
}
