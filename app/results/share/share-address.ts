import type { Eater } from '#app/results/answers/eater.ts';
import { eaterParameters } from '#app/results/answers/viewpoint.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';

/** Image pixels a CSS pixel that a share image can be had with; 2 unless asked. */
const SHARE_RATIOS = [1, 2, 3] as const;
export const DEFAULT_SHARE_RATIO = 2;

interface ShareImageChoice {
  originalId: number;
  /** Whose; without one, of whoever the product is for. */
  eater?: Eater;
  /** Whom the product is for. */
  opening?: Eater;
  ratio?: number;
  /** Of the results, so that other sites fetch the picture anew after a correction. */
  revision?: number;
}

/** Where a report's share image is; what is not chosen is left to the server. */
export function shareImageAddress(choice: ShareImageChoice): string {
  const { originalId, eater, opening, ratio, revision } = choice;
  const chosen = new URLSearchParams({
    ...(ratio === undefined ? {} : { ratio: String(ratio) }),
    ...(eater && Object.fromEntries(eaterParameters(eater, opening))),
    ...(revision === undefined ? {} : { revision: String(revision) }),
  }).toString();
  return `${reportAddress(originalId)}/report.png${chosen && `?${chosen}`}`;
}

/** The ratio for a screen: the next whole one there is; 2 where the screen does not say. */
export function shareRatio(devicePixelRatio: number | undefined): number {
  if (!devicePixelRatio) return DEFAULT_SHARE_RATIO;
  return SHARE_RATIOS.find((ratio) => ratio >= devicePixelRatio) ?? Math.max(...SHARE_RATIOS);
}

/** The name under which it is saved: `Oat Milk, 1 l` gives `oat_milk__1_l_report.png`. */
export function shareFileName(productName: string): string {
  return `${productName.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}_report.png`;
}
