import type { Concentration } from '#app/results/tested-schema.ts';

/** A concentration as the table shows it: `17.5`, `< 10`, `> 60,000`, `not tested`. */
export function concentrationText(concentration: Concentration): string {
  if (concentration === null) return 'not tested';
  if (concentration === 'ND') return 'not detected';
  const text = String(concentration).replace(/^([<>])\s*/, '$1 ');
  // The whole part alone: what the laboratory wrote behind the point stays as it is.
  return text.replace(/\d{4,}/, (whole) => BigInt(whole).toLocaleString('en-US'));
}

/** Whether the chemical was found, in a known or at least a known amount. */
export function isFound(concentration: Concentration): boolean {
  return typeof concentration === 'number' || concentration?.startsWith('>') === true;
}
