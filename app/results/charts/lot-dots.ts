import { zeroBounds, type Bounds } from '#app/toxicology/bounds.ts';
import { productFigures, type FamilyFigures } from '#app/toxicology/product-figures.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { sampleMeasurements } from '#app/results/answers/report-measurements.ts';
import { axisOver } from './log-axis.ts';
import { placeOn, type LogAxis } from '#app/results/answers/range-marks.ts';
import type { ReportSample } from '#app/results/tested-schema.ts';

/**
 * What one sample says of a family, each drawn as a shape of its own.
 * - `found`: all that counts was measured.
 * - `partly`: some was measured, and what was too little to measure may add to it.
 * - `nothing`: nothing was found; the upper bound is all that is known.
 * - `at_least`: found, above what could be measured or beside what was not looked for.
 * - `unseen`: nothing was found, and how much may be there is not known.
 * - `untested`: no result.
 */
export type DotKind = 'found' | 'partly' | 'nothing' | 'at_least' | 'unseen' | 'untested';

/** One sample of a strip. Places are 0 to 100 from the axis's left end. */
export interface LotDot {
  sampleId: string;
  /** `Lot A12`, `Lot A12 (sample 2)` where several are of that lot, or `Sample 2`. */
  label: string;
  /** The same, cut to what a phone has room for. */
  shortLabel: string;
  kind: DotKind;
  /** Percent of the limit in a day's servings, of this sample alone. */
  percent: Bounds;
  /** By this sample's estimate; `N/A` where the family is not rated. */
  level: RiskLevel;
  /** What could not be measured may make the level a higher one. */
  mayBeHigher: boolean;
  /** The dot; null where there is none to draw. */
  dot: number | null;
  /** The whisker from and to; both null for `untested`. */
  from: number | null;
  to: number | null;
}

export interface LotStrip {
  family: Family;
  axis: LogAxis;
  /** In the order of the samples. */
  dots: LotDot[];
}

interface LotRequest {
  samples: readonly ReportSample[];
  /** Grams a day, more than 0. */
  dailyG: number;
  bodyWeightKg: number;
  /** Families whose level is N/A by decision. */
  notRated: readonly Family[];
}

/**
 * The samples of a product one by one, in percent of EFSA's limits: a strip for each family, in the
 * order of `families`, on an axis of its own.
 */
export function lotStrips({ samples, dailyG, bodyWeightKg, notRated }: LotRequest): LotStrip[] {
  const labels = sampleLabels(samples);
  const rows = samples.map((sample, index) => {
    const measurements = [sampleMeasurements(sample)];
    const request = { samples: measurements, servingG: dailyG, bodyWeightKg, notRated };
    const figures = productFigures({ ...request, authority: 'EFSA' }).families;
    const { label = '', shortLabel = '' } = labels[index] ?? {};
    return { named: { sampleId: sample.id, label, shortLabel }, figures };
  });
  return families.map(({ key: family }) => {
    const percents = rows.flatMap(({ figures }) => {
      const { percent } = figures[family];
      return percent ? [percent.lower, percent.upper] : [];
    });
    const axis = axisOver(percents);
    const dots = rows.map(({ named, figures }) => ({
      ...named,
      ...dotOf(figures[family], axis),
    }));
    return { family, axis, dots };
  });
}

type Dot = Omit<LotDot, 'sampleId' | 'label' | 'shortLabel'>;

function dotOf(figures: FamilyFigures, axis: LogAxis): Dot {
  const percent = figures.percent ?? zeroBounds;
  const kind = figures.percentStatus === 'ok' ? dotKindOf(percent) : 'untested';
  return {
    kind,
    percent,
    level: figures.level,
    mayBeHigher: figures.upperRaisesLevel,
    ...marksOf(kind, placeOn(axis, percent.lower), placeOn(axis, percent.upper)),
  };
}

/** What the bounds of one tested sample say. */
export function dotKindOf({ lower, upper, upperOpen }: Bounds): Exclude<DotKind, 'untested'> {
  if (upperOpen) return lower > 0 ? 'at_least' : 'unseen';
  if (lower === 0) return 'nothing';
  return lower === upper ? 'found' : 'partly';
}

/** A dot stands at what was found; where nothing was, at the most that may be there. */
function marksOf(kind: DotKind, lower: number, upper: number) {
  if (kind === 'untested') return { dot: null, from: null, to: null };
  if (kind === 'unseen') return { dot: null, from: 0, to: 100 };
  if (kind === 'nothing') return { dot: upper, from: 0, to: upper };
  return { dot: lower, from: lower, to: kind === 'at_least' ? 100 : upper };
}

/** Characters of a lot that a picture has room for, and beside the sample's number. */
const ROOM = { alone: 20, numbered: 11 } as const;

/**
 * What samples are called beside one another, in their order: by lot, `Lot A12`; with the sample's
 * number where several are of one lot; and by the number alone where the lot is not known.
 */
export function sampleLabels(
  samples: readonly Pick<ReportSample, 'lot_number'>[],
): { label: string; shortLabel: string }[] {
  const byLot = Map.groupBy(samples, (sample) => sample.lot_number);
  return samples.map(({ lot_number: lot }, index) => {
    const number = index + 1;
    if (lot === null) return { label: `Sample ${number}`, shortLabel: `Sample ${number}` };
    const isShared = (byLot.get(lot)?.length ?? 0) > 1;
    const [tail, room] = isShared ? [` (sample ${number})`, ROOM.numbered] : ['', ROOM.alone];
    return { label: `Lot ${lot}${tail}`, shortLabel: `Lot ${cut(lot, room)}${tail}` };
  });
}

function cut(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, room - 1).trimEnd()}…` : text;
}
