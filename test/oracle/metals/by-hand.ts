import type { FoodMetalLimit, IntakeMetalLimit } from '#app/toxicology/metals/metal-limit.ts';

/**
 * Verdicts on FDA's rows from the records of limits alone, in whole numbers of any size: what the site
 * works out in doubles, by code of its own, must say the same.
 */
export type Said = 'yes' | 'no' | 'cannot tell';

/** A decimal number as a fraction of whole numbers. */
interface Fraction {
  over: bigint;
  under: bigint;
}

/** What is known of an amount, in ng/g as decimal texts; `most` null where nothing bounds it. */
export interface KnownNgG {
  least: string;
  most: string | null;
}

/** What FDA's text says; `<LOD` is at most what is assumed, where something is. */
export function known(result: string, assumedLimit: string | null): KnownNgG {
  if (result === '<LOD') return { least: '0', most: assumedLimit };
  if (result === 'NDb') return { least: '0', most: null };
  return { least: result, most: result };
}

/** What a test of a limit of quantification would have said of the same: nothing below it. */
export function asSeenBy(loq: string, said: KnownNgG): KnownNgG {
  const isBelow = said.most !== null && exceeds(fraction(loq), fraction(said.most));
  return isBelow ? { least: '0', most: loq } : said;
}

const CONTAINS: Record<string, readonly string[]> = {
  pb: ['pb'],
  cd: ['cd'],
  as: ['as', 'ias'],
  hg: ['hg', 'mehg', 'inhg'],
};
const DAYS = { day: 1n, week: 7n, month: 30n };

/** By the ids of limits that may be shown and say something of the substance to a child. */
export function byIntake(
  limits: readonly IntakeMetalLimit[],
  measured: string,
  { least, most }: KnownNgG,
  { grams, kg }: { grams: number; kg: number },
): Record<string, Said> {
  const said = limits
    .filter((limit) => mayShow(limit) && [undefined, 'child'].includes(limit.group))
    .filter((limit) => CONTAINS[measured]?.includes(limit.form))
    .map((limit): [string, Said] => {
      const bodies = limit.kind === 'by person' ? 1n : BigInt(kg);
      const eaten = (ngG: string) => times(fraction(ngG), BigInt(grams) * DAYS[limit.per]);
      const allowed = times(fraction(String(limit.ng)), bodies);
      const isOwn = limit.form === measured;
      if (isOwn && exceeds(eaten(least), allowed)) return [limit.id, 'no'];
      return [limit.id, most !== null && !exceeds(eaten(most), allowed) ? 'yes' : 'cannot tell'];
    });
  return Object.fromEntries(said);
}

/** The same of a sample of a food. */
export function byFood(
  limits: readonly FoodMetalLimit[],
  measured: string,
  { least, most }: KnownNgG,
  food: string,
): Record<string, Said> {
  const said = limits
    .filter((limit) => mayShow(limit) && limit.food === food)
    .filter((limit) => CONTAINS[measured]?.includes(limit.form))
    .map((limit): [string, Said] => {
      const level = fraction(String(limit.ngG));
      if (limit.form === measured && exceeds(fraction(least), level)) return [limit.id, 'no'];
      return [limit.id, most !== null && !exceeds(fraction(most), level) ? 'yes' : 'cannot tell'];
    });
  return Object.fromEntries(said);
}

function mayShow({ seen, status }: { seen: string; status: string }): boolean {
  return seen.startsWith('P') && !/proposed|superseded|withdrawn/.test(status);
}

function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

function times({ over, under }: Fraction, by: bigint): Fraction {
  return { over: over * by, under };
}

function exceeds(a: Fraction, b: Fraction): boolean {
  return a.over * b.under > b.over * a.under;
}
