/**
 * How PlasticList wrote its figures. The rules were read off the published columns; they matter
 * only in the last digit, but with them the comparison can be made letter by letter.
 */

/** A concentration or an amount: whole numbers plain, everything else to one decimal. */
export function amountText(figure: number): string {
  const floor = Math.floor(figure);
  // A double a hair above a whole number counts as whole; a hair below it reads `3638.0`.
  if (figure - floor < 1e-9) return String(floor);
  return figure.toFixed(1);
}

/**
 * A percent: whole numbers plain, to one decimal from 0.1 up, and below that to one significant
 * digit; ties go to the even digit, and from 0.0001 down a power of ten is used (`2e-05`).
 */
export function percentText(percent: number): string {
  if (Number.isInteger(percent)) return String(percent);
  if (percent >= 0.1) return roundTo(percent, 1).toFixed(1);
  const rounded = Number(roundTo(percent, -Math.floor(Math.log10(percent))).toPrecision(1));
  if (rounded >= 0.1) return rounded.toFixed(1);
  if (rounded >= 0.0001) return String(rounded);
  const [digit, exponent = ''] = rounded.toExponential().split('e-');
  return `${digit}e-${exponent.padStart(2, '0')}`;
}

/** A percentile: a whole number, ties to the even digit: 7.5 becomes 8 and 52.5 becomes 52. */
export function percentileText(percentile: number): string {
  return String(roundHalfToEven(percentile));
}

/** Scales up, rounds half to even, scales down: 0.15 becomes 0.2 and 0.25 becomes 0.2. */
function roundTo(figure: number, decimals: number): number {
  const scale = 10 ** decimals;
  return roundHalfToEven(figure * scale) / scale;
}

function roundHalfToEven(figure: number): number {
  const floor = Math.floor(figure);
  const rest = figure - floor;
  const isUp = rest > 0.5 || (rest === 0.5 && floor % 2 === 1);
  return isUp ? floor + 1 : floor;
}
