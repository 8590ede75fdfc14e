import { counted } from '#app/kit/text.ts';
import type { TileShape } from '#app/ui/container-drawings.ts';
import type { BodyWeight } from '#app/toxicology/body-weights.ts';
import { isAtLeast, type Bounds } from '#app/toxicology/bounds.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { familyOf } from '#app/toxicology/families.ts';
import type { RiskLevelRow, TestedReport } from '#app/results/tested-schema.ts';
import { NOT_FOOD_MARK } from '#app/results/messages.ts';
import { formatPercent } from '#app/results/percent-text.ts';
import type { ReportTile } from '#app/results/report-cards.ts';
import { reportShape } from '#app/results/report-shape.ts';
import { foundBeside, rangeText, unseenText } from '#app/results/tile-text.ts';

const MOST_NOT_KNOWN = 'upper bound not known';

/** Everything that a share image says; the same content always gives the same picture. */
export interface ShareCard {
  number: string;
  name: string;
  /** What it comes in. */
  shape: TileShape;
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
  /** `3.2%`; null where there is no percent to show. */
  percent: string | null;
  /** Values above the range leave the percent open: it is at least this. */
  isAtLeast: boolean;
  /** What the figure is not, or could be. */
  remark: string;
  /** The remark says that the test could not see the limit. */
  isUnseen: boolean;
  bounds: Bounds | null;
}

interface ShareCardRequest {
  report: Pick<TestedReport, 'original_id' | 'name' | 'serving_size_g' | 'samples'> & {
    risk: Pick<RiskLevelRow, 'not_food' | 'category'>;
  };
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
    name: drawable(report.name) || `Product ${report.original_id}`,
    shape: reportShape(report.risk.category),
    reference: `${weight.label} ${weight.weightKg} kg, EFSA`,
    facts: [
      servingG > 0 ? `one serving of ${servingG} g a day` : 'serving size unknown',
      counted(report.samples.length, 'sample'),
      ...(report.risk.not_food ? [NOT_FOOD_MARK] : []),
    ].join(' · '),
    tiles: tiles.map(shareTile),
    siteName: from.siteName,
    address: address.replace(/^https?:\/\//, ''),
    source: from.source,
  };
}

/** Without what the picture's fonts have no letters for, which would be drawn as empty boxes. */
function drawable(name: string): string {
  const letters = name
    .normalize('NFC')
    .replaceAll(/[^\u0020-\u024f\u2010-\u2027\u2030-\u205e\u20ac\u2122]/g, ' ');
  return letters.replaceAll(/\s+/g, ' ').trim();
}

function shareTile(tile: ReportTile): ShareTile {
  const { family, level, percentStatus, isNotRated } = tile;
  const percent = percentStatus === 'ok' && !isNotRated ? tile.percent : null;
  return {
    family: familyOf(family).name,
    level,
    percent: percent && formatPercent(percent.estimate),
    isAtLeast: percent !== null && isAtLeast(percent),
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
  const nothing = foundBeside(tile).length > 0 ? 'nothing found that counts' : 'not detected';
  if (upperOpen) return `${nothing}; ${MOST_NOT_KNOWN}`;
  if (tile.couldNotSeeLimit) return `${nothing}, ${unseenText(upper)}`;
  return upper > 0 ? `${nothing}; at most ${formatPercent(upper)}` : nothing;
}

function withoutPercent({ isNotRated, percentStatus }: ReportTile): string {
  if (percentStatus === 'no_results') return 'no test results';
  if (isNotRated) return 'not rated: its supplier has since removed a source';
  return 'no percentage: the serving size is unknown';
}

/** A figure stays with its sign. */
function unbroken(remark: string): string {
  return remark.replaceAll(/(?<=[<\d]) (?=\d)/g, '\u00a0');
}
