export type BodyWeightKey = 'child' | 'adult';

/** A reference person to whom a daily intake is related. */
type BodyWeight = {
  readonly key: BodyWeightKey;
  readonly label: 'Child' | 'Adult';
  readonly weightKg: number;
  readonly source: string;
};

const source = 'the reference weights of the PlasticList dataset (spec §9)';

/** The two reference persons; the child comes first, as it is the default (spec §2). */
export const bodyWeights: readonly [BodyWeight, BodyWeight] = [
  { key: 'child', label: 'Child', weightKg: 14, source },
  { key: 'adult', label: 'Adult', weightKg: 70, source },
];
