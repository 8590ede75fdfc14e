/**
 * The contrast ratio of two opaque colours, 1 to 21, whichever is in front (WCAG 2.2, "contrast
 * ratio"). Throws unless both are written `#rrggbb`: what shines through has no ratio of its own.
 */
export function contrastRatio(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** WCAG 2.2, "relative luminance": 0 for black, 1 for white. */
function luminance(colour: string): number {
  const [, ...parts] = /^#(..)(..)(..)$/.exec(colour) ?? [];
  const [red, green, blue] = parts.map((part) => linear(Number.parseInt(part, 16) / 255));
  const sum = 0.2126 * (red ?? NaN) + 0.7152 * (green ?? NaN) + 0.0722 * (blue ?? NaN);
  if (Number.isNaN(sum)) throw new Error(`"${colour}" is not a colour written #rrggbb.`);
  return sum;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
