import type { ControlKind } from '#app/results/control.ts';

/** The first that fits: a blank spike is a spike. */
const patterns: readonly (readonly [RegExp, ControlKind])[] = [
  [
    /\b(lcsd?|lfb|lfm|opr|msd?|bsd?)\d*$|^(lcsd?|lfb|lfm|opr)\b|^(msd?|bsd?)[\s-]|\dmsd?\d?$|^(bd|sd)$|\bspiked?\d{0,3}\b|\bfortified\b|\blab(oratory)? control\b|\brecovery\b/,
    'spike',
  ],
  [
    /\b\w*blanks?\d{0,3}\b|\b[a-z]?blk\d{0,3}\b|^(mb|pb|lb|lrb|rb|fb|tb|eb|mblk|ccb|icb)\d*$|^(mb|pb|lrb|mblk|ccb|icb)[\s-]/,
    'blank',
  ],
  [/(\b|\d)dup(licate)?\d*\b|\brep(licate)?( \d+)?$|^(lr|fd)$/, 'duplicate'],
  [
    /\b(qc|qcs|ccv|icv|ccs|crm|srm|cal|calibration|reagent|surrogate|reference material|proficiency)\d{0,2}\b|^((negative|positive|process) )?control$|^((internal|check|working|daily|qc) )?(standard|std)( \w)?\d*$/,
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
  const own = samples.filter((sample) => {
    const at = sample === '' || id === sample ? -1 : id.indexOf(sample);
    // `1061-12 DUP` is not of `1061-1`.
    return at >= 0 && !/^\d/.test(id.slice(at + sample.length));
  });
  return own.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
