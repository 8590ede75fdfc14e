import { capitalized, counted } from '#app/kit/text.ts';
import { weightInPounds } from '#app/toxicology/body-weights.ts';
import { familyOf } from '#app/toxicology/families.ts';
import type { RiskLevelRow, TestedReport } from '#app/results/tested-schema.ts';
import { assumedMark, personOf, servingsText, type Eater } from '#app/results/answers/eater.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { site } from '#app/site.ts';
import { NOT_FOOD_MARK } from '#app/results/messages.ts';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { stripOf } from '#app/results/answers/strip-of.ts';
import { headlineOf, inNamedOrder } from '#app/results/answers/limit-words.ts';
import { tileAnswer } from '#app/results/answers/tile-answer.ts';

interface ShareCardRequest {
  report: Pick<TestedReport, 'original_id' | 'name' | 'serving_size_g' | 'funded_product_id'> & {
    samples: readonly unknown[];
    risk: Pick<RiskLevelRow, 'product_id' | 'not_food' | 'category'>;
  };
  tiles: readonly ReportTile[];
  eater: Eater;
  /** The site's address. */
  origin: string;
}

/** Everything that a share image says; the same content always gives the same picture. */
export type ShareCard = ReturnType<typeof shareCard> & {
  /** In the place of tiles: all that is said of metals. */
  sentence?: string;
};

/** What a report's share image says, for one who eats. */
export function shareCard({ report, tiles, eater, origin }: ShareCardRequest) {
  const servingG = report.serving_size_g;
  const { weightKg, servings } = eater;
  const eaten = servingsText(servings, servingG) + assumedMark(eater);
  return {
    number: report.original_id,
    name: drawable(report.name) || `Product ${report.original_id}`,
    /** What it comes in. */
    shape: reportShape({ name: report.name, category: report.risk.category }),
    /** Whose limits and whose body: `Child 31 lb (14 kg), EFSA`. */
    reference: `${personOf(weightKg)?.label ?? 'Person'} ${weightInPounds(weightKg)}, EFSA`,
    /** Serving and samples. */
    facts: [
      servingG > 0 ? eaten : 'serving size unknown',
      counted(report.samples.length, 'sample'),
      ...(report.risk.not_food ? [NOT_FOOD_MARK] : []),
    ].join(' · '),
    tiles: tiles.map((tile) => shareTile(tile, report.risk.not_food)),
    /** Where the report is, without its scheme. */
    address: origin.replace(/^https?:\/\//, '') + reportAddress(report.risk.product_id),
    /** Who stands behind the results. */
    source:
      report.funded_product_id === null
        ? `Results published by ${site.resultsSource.name}`
        : 'Test funded by the public',
  };
}

/** Without what the picture's fonts have no letters for, which would be drawn as empty boxes. */
function drawable(name: string): string {
  const letters = name
    .normalize('NFC')
    .replaceAll(/[^\u0020-\u024f\u2010-\u2027\u2030-\u205e\u20ac\u2122]/g, ' ');
  return letters.replaceAll(/\s+/g, ' ').trim();
}

export type ShareTile = ReturnType<typeof shareTile>;

function shareTile(tile: ReportTile, isNotFood: boolean) {
  const { word, could, amount, reason, missed, none, perDay, remarks } = tileAnswer(tile);
  const unsure = missed ? `${none}; ${missed}.` : `${could}. ${reason}.`;
  const often = isNotFood || !perDay ? null : `${capitalized(perDay)}.`;
  const remark = reason === null ? often : unsure;
  const withoutPercent = tile.isNotRated
    ? 'Not rated: its supplier has since removed a source.'
    : (remarks[0] ?? '');
  return {
    family: familyOf(tile.family).name,
    /** What is known for certain; null of what is no food or not rated. */
    headline: isNotFood ? null : headlineOf(tile),
    /** How it stands under each authority; none of what is no food or not rated. */
    ticks: inNamedOrder(isNotFood ? [] : tile.verdicts),
    word,
    /** `1/190` and `of the daily limit (0.52%)`; null where there is nothing to hold. */
    amount: reason === null ? amount : null,
    /** What nobody can tell and why, or how many a day. */
    remark: unbroken(remark ?? (amount ? '' : withoutPercent)),
    /** What was found in each sample. */
    strip: stripOf(tile, isNotFood),
  };
}

/** A figure stays with its sign. */
function unbroken(remark: string): string {
  return remark.replaceAll(/(?<=[<\d]) (?=\d)/g, '\u00a0');
}
