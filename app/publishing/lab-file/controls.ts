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

/**
 * The sample that a control was made of, among these: `S-2201 DUP` is of `S-2201`. One that is named
 * as a word of its own: a blank `MB` is not of `B`.
 */
export function parentOf(id: string, samples: readonly string[]): string | null {
  const own = samples.filter((sample) => sample !== '' && id !== sample && isNamed(sample, id));
  return own.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

function isNamed(sample: string, id: string): boolean {
  for (let at = id.indexOf(sample); at >= 0; at = id.indexOf(sample, at + 1)) {
    const [before, after] = [id.slice(0, at), id.slice(at + sample.length)];
    // `MB-1` is the first blank, not the blank of a sample `1`.
    const isCounter = /^\d{1,2}$/.test(sample) && controlKind(before) === 'blank';
    if (!isCounter && beginsName(sample, before) && endsName(sample, after)) return true;
  }
  return false;
}

/** A kind, written to a number without a sign between them. */
const GLUED = 'msd?|dup(?:licate)?|spiked?';

/** `DUP2201` is of `2201`. */
function beginsName(sample: string, before: string): boolean {
  const isGlued = /^\d/.test(sample) && new RegExp(`^(?:${GLUED})$`, 'i').test(before);
  return isGlued || !/[\p{L}\p{N}]$/u.test(before);
}

/** `1061-12 DUP` is not of `1061-1`, but `1061-1DUP` is. */
function endsName(sample: string, after: string): boolean {
  const isGlued = /\d$/.test(sample) && new RegExp(`^(?:${GLUED})\\d*$`, 'i').test(after);
  return isGlued || !/^[\p{L}\p{N}]/u.test(after);
}
