import type { RiskLevel } from '#app/toxicology/risk-level.ts';

const filled: Record<RiskLevel, number> = { High: 3, Medium: 2, Low: 1, None: 0, 'N/A': 0 };

interface RiskBar {
  x: number;
  y: number;
  width: number;
  height: number;
  isFilled: boolean;
}

/** Three rising bars on a field of 17 by 14 that say a level without colour: as many are filled. */
export function riskBars(level: RiskLevel): RiskBar[] {
  return [0, 1, 2].map((bar) => ({
    x: 0.5 + bar * 6,
    y: 9.5 - bar * 4.5,
    width: 4,
    height: 4 + bar * 4.5,
    isFilled: bar < filled[level],
  }));
}
