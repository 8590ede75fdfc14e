import { chemicalOf, chemicals, type ChemicalKey } from './chemicals.ts';
import { adipateProfiles } from './profiles-adipates.ts';
import type { Category } from './families.ts';
import { bisphenolProfiles } from './profiles-bisphenols.ts';
import { otherPhthalates } from './profiles-other-phthalates.ts';
import { limitedPhthalates } from './profiles-phthalates.ts';
import { ringSubstitutes } from './profiles-substitutes.ts';
import type { ProfileContent } from './profile-content.ts';

/** What the info dialog says of one chemical (spec §3 "Chemical profile content"). */
export type ChemicalProfile = ProfileContent & {
  readonly key: ChemicalKey;
  readonly fullName: string;
  readonly category: Category;
};

/** Stands under every profile (spec §2 "Lab results table"). */
export const educationalNote =
  'For education only: this is not medical or legal advice, and it does not judge any ' +
  'single product. That a chemical was found does not mean that it has done harm. What was seen ' +
  'in animals at high doses does not necessarily happen in people. Questions about your own health belong ' +
  'with a health professional.';

const contents: Readonly<Record<ChemicalKey, ProfileContent>> = {
  ...limitedPhthalates,
  ...otherPhthalates,
  ...bisphenolProfiles,
  ...ringSubstitutes,
  ...adipateProfiles,
};

/** The profile of a chemical; every `ChemicalKey` has one. */
export function chemicalProfileOf(key: ChemicalKey): ChemicalProfile {
  const { fullName, category } = chemicalOf(key);
  return { key, fullName, category, ...contents[key] };
}

/** All twenty profiles, in the order in which results list the chemicals. */
export const chemicalProfiles: readonly ChemicalProfile[] = chemicals.map(({ key }) =>
  chemicalProfileOf(key),
);
