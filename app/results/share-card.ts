import { counted } from '#app/kit/text.ts';
import type { BodyWeight } from '#app/toxicology/body-weights.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { formatPercent } from './percent-text.ts';
import type { ReportTile } from './report-cards.ts';
import { FAMILY_NAMES } from './risk-level-row.ts';
import { rangeText, unseenText } from './tile-text.ts';
import type { TestedReport } from './tested-report.ts';

const MOST_NOT_KNOWN = 'how much at most is not known';

/** Everything that a share image says; the same content always gives the same picture. */
export interface ShareCard {
  number: string;
  name: string;
  /** Whose limits and whose body: `Child 14 kg, EFSA`. */
  reference: string;
  /** Serving and samples. */
  facts: string;
  tiles: ShareTile[];
  siteName: string;
  /** Where the report is, without its scheme. */
  address: string;
  source: string;
}

export interface ShareTile {
  family: string;
  level: RiskLevel;
  /** `3.2 %`; null where there is no percent to show. */
  percent: string | null;
  /** Values above the range leave the percent open: it is at least this. */
  isAtLeast: boolean;
  /** What the figure is not, or could be. */
  remark: string;
  /** The remark says that the test could not see the limit. */
  isUnseen: boolean;
  bounds: Bounds | null;
}

export interface ShareCardRequest {
  report: Pick<TestedReport, 'original_id' | 'name' | 'serving_size_g' | 'samples'>;
  tiles: readonly ReportTile[];
  weight: BodyWeight;
  siteName: string;
  /** Who stands behind the results. */
  source: string;
  /** The report's public address. */
  address: string;
}

/** What a report's share image says, for one reference person. */
export function shareCard({
  report,
  tiles,
  weight,
  address,
  ...from
}: ShareCardRequest): ShareCard {
  const servingG = report.serving_size_g;
  return {
    number: report.original_id,
    name: report.name,
    reference: `${weight.label} ${weight.weightKg} kg, EFSA`,
    facts: [
      servingG > 0 ? `one serving of ${servingG} g a day` : 'serving size unknown',
      counted(report.samples.length, 'sample'),
    ].join(' · '),
    tiles: tiles.map(shareTile),
    siteName: from.siteName,
    address: address.replace(/^https?:\/\//, ''),
    source: from.source,
  };
}

function shareTile(tile: ReportTile): ShareTile {
  const { family, level, percentStatus, isNotRated } = tile;
  const percent = percentStatus === 'ok' && !isNotRated ? tile.percent : null;
  return {
    family: FAMILY_NAMES[family],
    level,
    percent: percent && formatPercent(percent.estimate),
    isAtLeast: percent !== null && percent.upperOpen && percent.estimate > 0,
    remark: unbroken(percent ? reachText(percent, tile) : withoutPercent(tile)),
    isUnseen: percent !== null && tile.couldNotSeeLimit,
    bounds: percent,
  };
}

/** What the truth could be beside the estimate: a low figure must not read as a clean one. */
function reachText({ estimate, upper, upperOpen }: Bounds, tile: ReportTile): string {
  if (estimate > 0) {
    if (tile.couldNotSeeLimit) return unseenText(upperOpen ? null : upper);
    return upperOpen ? MOST_NOT_KNOWN : (rangeText(tile)?.toLowerCase() ?? '');
  }
  if (upperOpen) return `nothing found; ${MOST_NOT_KNOWN}`;
  if (tile.couldNotSeeLimit) return `nothing found, ${unseenText(upper)}`;
  return upper > 0 ? `nothing found; at most ${formatPercent(upper)}` : 'nothing found';
}

function withoutPercent({ isNotRated, percentStatus }: ReportTile): string {
  if (percentStatus === 'no_results') return 'no test results';
  if (isNotRated) return 'not rated: its supplier has since removed a source';
  return 'no percent: the serving size is unknown';
}

/** A figure stays with its sign. */
function unbroken(remark: string): string {
  return remark.replaceAll(/(?<=[<\d]) (?=[\d%])/g, '\u00a0');
}
