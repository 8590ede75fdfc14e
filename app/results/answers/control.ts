import { chemicals } from '#app/toxicology/chemicals.ts';

/** What a line of a laboratory's file is, when it is no sample. */
const KINDS = { blank: 'Blank', spike: 'Spike', duplicate: 'Duplicate', other: 'Other control' };

/** A control as it is kept with results: what it is, of which sample, and what was found. */
export interface Control {
  /** Of the laboratory's file. */
  readonly line: number;
  readonly id: string;
  readonly kind: keyof typeof KINDS;
  /** The sample it was made of, where its name says so. */
  readonly of: string | null;
  /** By abbreviation: ng/g as a file of the site's own format has it, or a percentage recovered. */
  readonly results: Readonly<Record<string, string>>;
}

/**
 * A control in one line: what it is, and what was found in it; where nothing was, it says just that.
 */
export function controlLine({ id, kind, of, results }: Control): string {
  const name = `${KINDS[kind]} ${id}${of === null ? '' : ` of ${of}`}`;
  const entries = chemicals.flatMap(({ abbreviation }): [string, string][] => {
    const written = results[abbreviation];
    return written === undefined || written === 'NO RESULT' ? [] : [[abbreviation, written]];
  });
  const found = entries.filter(([, written]) => !/^(?:<|ND$)/i.test(written));
  if (entries.length > 0 && found.length === 0) {
    return `${name}: nothing above its limit`;
  }
  if (entries.length === 0) return `${name}: no results`;
  const texts = found.map(([chemical, written]) =>
    written.endsWith('%') ? `${chemical} ${written} recovered` : `${chemical} ${written} ng/g`,
  );
  if (found.length < entries.length) texts.push('nothing else above its limit');
  return `${name}: ${texts.join(', ')}`;
}
