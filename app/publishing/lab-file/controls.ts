import type { ControlKind } from '#app/results/control.ts';

const patterns: readonly (readonly [RegExp, ControlKind])[] = [
  [
    /\bblanks?\b|\bblk\b|^(mb|pb|lb|lrb|rb|fb|tb|mblk|ccb|icb)\d*$|^(mb|pb|lrb|mblk|ccb|icb)[\s-]/,
    'blank',
  ],
  [
    /\b(lcsd?|lfb|lfm|opr|msd?|bsd?)\d*$|^(lcsd?|lfb|lfm|opr)\b|^(msd?|bsd?)[\s-]|\bspiked?\b|\bfortified\b|\blab(oratory)? control\b|\brecovery\b/,
    'spike',
  ],
  [/\bdup(licate)?\d*\b|\brep(licate)?( \d+)?$|^(lr|fd)$/, 'duplicate'],
  [
    /\b(qc|qcs|ccv|icv|ccs|crm|srm|cal|calibration|reagent|surrogate|reference material|proficiency)\b|^((internal|check|working|daily|qc) )?(standard|std)( \w)?\d*$/,
    'other',
  ],
];

/**
 * What an id, a type, or a name says that its line is, the most telling of them; undefined for a
 * sample.
 */
export function controlKind(...texts: readonly string[]): ControlKind | undefined {
  const kinds = texts.flatMap((text) => {
    const plain = text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim();
    return patterns.find(([pattern]) => pattern.test(plain))?.[1] ?? [];
  });
  return kinds.find((kind) => kind !== 'other') ?? kinds[0];
}

/** The sample that a duplicate or a spike was made of, among these: `S-2201 DUP` is of `S-2201`. */
export function parentOf(id: string, samples: readonly string[]): string | null {
  const own = samples.filter((sample) => sample !== '' && id !== sample && id.includes(sample));
  return own.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
