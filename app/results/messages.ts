import { listed, spelled } from '#app/kit/text.ts';
import { FEWEST_SAMPLES, TIMES_APART } from '#app/toxicology/which-is-lower.ts';

/** The sentences that the screens and calls of tested products say. */

export const TESTED_NOT_FOUND = 'Product not found';
export const ofMetals = (id: number) =>
  `Product ${id} is a test for metals: ask /api/plasticlist/${id}/metals, which has its revisions, too`;
export const REPORT_FAILED = 'Failed to load product details.';
export const RESULTS_UNREADABLE = 'the results cannot be read right now';
export const LOADING_TESTED = 'Loading products...';
export const LOADING_MORE_TESTED = 'Loading more products...';
export const REPORT_NO_IMAGE = '[IMAGE UNAVAILABLE]';
export const TESTING_COMPLETE = 'Testing Complete!';
export const BACK_TO_LIST = 'Back to tested products';
export const NOT_AVAILABLE = 'N/A';
/** Of a sample whose results are published and count in no figure. */
export function notUsedText(reason: string): string {
  return `Measured, not used: ${reason}`;
}
export const DEFAULT_SAMPLE_NAME = 'Sample';

/** The lab results table of a funded product. */
export const LAB_FACTS = 'Plastic Chemical Facts';
export const BELOW_LOQ = '< LOQ';
/** Of what was found, and is less than its one decimal can say (decision 0050). */
export const FOUND_BELOW_DECIMAL = '< 0.1';
export const NO_TDI = 'NO TDI';
export const NOT_TESTED_DASH = '–';
export const PROFILE_LOADING = 'Loading chemical...';
export const PROFILE_FAILED = 'This text could not be loaded.';
export const LAB_CAT = 'Lab Cat';

/** What is the same for all of PlasticList's samples. */
export const COLLECTED = 'H2 2024';
export const NOT_STATED = 'not stated';
export const REGION = 'Bay Area';
export const STATUS = 'Tested';
export const METHOD = 'GC-MS with isotope dilution';
export const LABORATORY = 'ISO/IEC 17025 accredited';

/** Of what is no food. */
export const NOT_FOOD =
  'This is not food for people. The figures show how much one piece or one use contains, as a share of the daily limit, not how much of it anyone takes in.';
export const NOT_FOOD_MARK = 'not food';

/** What is meant by the order in which the tested list begins (decision 0155). */
export const BEST_FIRST_TEXT =
  'Products that are Low for certain in the most families come first, and of those the ones with the least for certain in their highest family.';

/** Over what is not eaten, or not sold anymore, at the end of the tested list. */
export const ALSO_TESTED_NAME = 'Also tested';
export const ALSO_TESTED_TEXT =
  'What nobody eats, such as receipts and toothpaste, and what is not sold anymore, such as rations of the 1950s.';

export const SUPPLIER_UPDATE =
  'After these samples were bought, the supplier found and removed a source of bisphenol contamination. The bisphenol results here describe the samples, not what is sold today, and are not rated.';

/** Sharing a report. */
export const SHARE = 'Share Results';
export const SHARE_GENERATING = 'Generating...';
export const SHARE_FAILED = 'Failed to generate image. Please try again.';
export const SHARE_COPIED = 'Report image copied! (paste anywhere)';
export const SHARE_DOWNLOADED = 'Image downloaded! (Clipboard access was denied)';
export const SHARE_READY = 'Image ready! Press and hold to save to your Photos';
export const SHARE_BUSY = 'Too many images are being generated. Please try again in a moment.';
export const SHARE_WEIGHT_UNKNOWN = 'weight must be child, adult, baby, or a weight in kilograms.';
export const SHARE_SERVINGS_UNKNOWN = 'servings must be a whole number from 1 to 12.';

/** What “for certain” means of one product against another (decision 0169). */
export const FOR_CERTAIN = `“For certain” means that every sample of the one is lower than every sample of the other, by ${TIMES_APART} times or more and whatever the tests missed, with ${spelled(FEWEST_SAMPLES)} or more samples of each.`;

/** Of the shelf in this browser. */
export const SAVED_NOWHERE =
  'This browser doesn’t let this site store anything, so nothing can be saved here.';
export const SAVED_WHERE =
  'What you save stays in this browser. We don’t keep a list of it or count it.';
export const SAVED_NOTHING =
  'Nothing is saved yet. Press Save on a report, or on a product to fund.';
export const SAVED_LOADING = 'Loading what you saved…';
export const SAVED_NEEDS_JAVASCRIPT =
  'What you save is stored in this browser. Turn on JavaScript to see it.';
export const savedFailed = (names: string[]) =>
  `${listed(names)} could not be loaded. What is saved stays saved.`;

/** A whole day. */
export const DAY_TITLE = 'What a whole day adds up to';
export const DAY_ABOUT =
  'Add up what the tested foods of a day hold of each limit, for a child, an adult, or a baby, in your browser.';
export const DAY_SENT =
  'This is added up in your browser. Each product is looked up by itself; how much of it you eat is not sent. Only an address for this day, if you ask for one, has in it what you eat.';
export const DAY_BY_ADDRESS =
  'What is eaten is in this address. We keep no list of such addresses.';
export const DAY_FAILED = 'Not everything could be loaded, so nothing is added up.';
export const DAY_PART = 'This is part of a day: other food may add to it.';
export const DAY_ALL = 'This is all that is eaten, as you say.';
export const DAY_NO_SWAP =
  'Of another one of the same kind in place of one of these, none can be told.';
export const DAY_NO_LESS = 'Of one serving a day less, none can be told.';
export const DAY_OWN_WEIGHT =
  'FDA’s amounts of lead and EFSA’s doses of it are for children, women, or adults: not held against an own weight.';
export const DAY_BABY =
  'Six servings a day of what a baby lives on are an assumption: set what your package says.';
export const DAY_LIMITS =
  'Limits are for every day of a lifetime. That each food alone is within one does not say that their sum is. Bisphenols are added up as BPA, phthalates as DEHP, and substitutes as DEHT.';
export const ASK_A_DOCTOR = 'Ask a doctor before you change what a baby or a patient takes.';

/** Comparing products. */
export const COMPARE = 'Compare';
export const COMPARE_FULL = 'You can compare up to four products. Remove one to add another.';
export const COMPARE_TOO_MANY =
  'You can compare up to four products. These are the first four you asked for.';
export const COMPARE_NONE =
  'Choose up to four tested products and see their levels, percentages, and blind spots side by side.';

/** Numbers, or what stands in their place, that no tested product has. */
export function compareUnknown(texts: readonly string[]): string {
  const named = listed(texts.map((text) => (/^\d+$/.test(text) ? text : `“${text}”`)));
  return `Not among the tested products: ${named}.`;
}

/** Of products that are each judged for whoever eats it. */
export const FOR_DIFFERENT_PEOPLE =
  'What is for different people is not compared, so none of these is called lower than what somebody else eats.';
