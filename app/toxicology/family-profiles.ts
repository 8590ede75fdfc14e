import type { Family } from './families.ts';

/**
 * What a family is and does, for those who never heard of it: before any formula. Each sentence
 * sums up the profiles of the family's chemicals, which name their sources.
 */
export const familyProfiles: Readonly<Record<Family, string>> = {
  phthalates:
    'Softeners that make vinyl and other plastics flexible. They are not bound to the plastic, so they slowly pass into food, especially fatty food. In male rats, several of them lower testosterone before birth.',
  bisphenols:
    'Building blocks of hard clear plastic and can linings, and developers of the print on receipts. They can act like hormones. At very small doses, BPA changed the immune cells of mice; authorities disagree about what that means for people.',
  substitutes:
    'Softeners used in place of phthalates, in wraps, cap liners, tubing, and vinyl gloves. Animals showed effects only at high doses, but they have not been studied for as long, and no authority has set a limit for several of them together.',
};
