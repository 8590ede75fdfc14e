/**
 * The toddler of one to three years that EFSA assumes where nobody was weighed. Nothing is reckoned
 * for it: it is named where the spec's child could be taken for EFSA's (decision 0079).
 */
export const efsaToddler = {
  weightKg: 12,
  authority: 'EFSA',
  year: 2012,
  citation: {
    title:
      'Guidance on selected default values to be used by the EFSA Scientific Committee, ' +
      'Scientific Panels and Units in the absence of actual measured data',
    number: 'EFSA Journal 2012;10(3):2579',
    url: 'https://doi.org/10.2903/j.efsa.2012.2579',
  },
} as const;

/** The baby that what is for babies is judged for, kilograms; an assumption (decision 0077). */
export const babyWeightKg = 5;

/** A day, of what a baby lives on; an assumption, as no data holds a product's directions. */
export const babyServings = 6;

/** What EFSA's Scientific Committee says of limits in the first weeks of life; reports for babies say it. */
export const firstWeeks = {
  text: 'EFSA’s Scientific Committee sees the time up to 16 weeks of age as one in which health-based guidance values for the general population do not apply without further considerations',
  citation: {
    number: 'EFSA Journal 2017;15(5):4849',
    url: 'https://doi.org/10.2903/j.efsa.2017.4849',
  },
} as const;

const source = 'the reference weights of the PlasticList dataset';

/** The two reference persons to whom a daily intake is related; the child comes first, as the default. */
export const bodyWeights = [
  { key: 'child', label: 'Child', weightKg: 14, source },
  { key: 'adult', label: 'Adult', weightKg: 70, source },
] as const;

/** The international avoirdupois pound. */
export const KG_PER_LB = 0.45359237;

/** `31 lb (14 kg)`: whole pounds, to a tenth below ten. No line breaks between a number and its unit. */
export function weightInPounds(weightKg: number): string {
  const pounds = weightKg / KG_PER_LB;
  const shown = pounds < 10 ? Math.round(pounds * 10) / 10 : Math.round(pounds);
  return `${shown}\u00a0lb (${weightKg}\u00a0kg)`;
}
