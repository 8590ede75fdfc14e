import { levelCutOffs } from '#app/toxicology/risk-level.ts';

/** Figures that a rounded percent must not cross: below them something else is said. */
const cutOffs = [levelCutOffs.mediumFromPercent, levelCutOffs.highFromPercent, 100];

/** Decimals kept at most, to stay below a cut-off. */
const MOST_DECIMALS = 4;

/**
 * A percent for people: `0.04%`, `0.32%`, `3.2%`, `12%`, `32,500%`; less than a hundredth is
 * `< 0.01%`. A figure below a cut-off never reads as the cut-off: 2.46 is `2.46%`, not `2.5%`.
 * `percent` is at least 0 and finite.
 */
export function formatPercent(percent: number): string {
  if (percent === 0) return '0%';
  if (percent < 0.01) return '< 0.01%';
  return `${rounded(percent)}%`;
}

function rounded(percent: number): string {
  const usual = percent < 1 ? 2 : percent < 10 ? 1 : 0;
  const above = cutOffs.find((cutOff) => percent < cutOff);
  for (let decimals = usual; decimals <= MOST_DECIMALS; decimals += 1) {
    const text = percent.toFixed(decimals);
    if (above === undefined || Number(text) < above) return grouped(Number(text));
  }
  return grouped(Math.floor(percent * 10 ** MOST_DECIMALS) / 10 ** MOST_DECIMALS);
}

function grouped(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: MOST_DECIMALS });
}
