import { counted } from '#app/kit/text.ts';
import type { ReportSample } from '#app/results/tested-schema.ts';
import { wordOf } from '#app/results/answers/answer.ts';
import { disagreementText } from '#app/results/answers/tile-answer.ts';
import { personText, servingsText } from '#app/results/answers/eater.ts';
import type { Viewpoint } from '#app/results/answers/viewpoint.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { ChartTable } from './chart-frame.tsx';
import { lotStrips, type DotKind, type LotStrip } from './lot-dots.ts';
import { LotMark, LotPicture } from './lot-picture.tsx';
import * as text from './lot-text.ts';

/**
 * The samples of a product beside one another, in percent of EFSA's limits: a strip for each family
 * whose samples differ, a sentence for one that a number says, and nothing for a single sample.
 */
export function LotChart({
  samples,
  servingG,
  viewpoint,
  notRated = [],
  className = '',
}: {
  samples: readonly ReportSample[];
  /** Grams; 0 where unknown. */
  servingG: number;
  viewpoint: Viewpoint;
  /** Families whose level is N/A by decision. */
  notRated?: readonly Family[];
  className?: string;
}) {
  if (samples.length < 2) return null;
  const dailyG = servingG * viewpoint.servings;
  const request = { samples, dailyG, bodyWeightKg: viewpoint.weightKg, notRated };
  const strips = servingG > 0 ? lotStrips(request) : [];
  const drawn = strips.filter((strip) => text.insteadOfChart(strip) === null);
  return (
    <section aria-labelledby="samples-compared" className={className}>
      <RuleLabel id="samples-compared" note={counted(samples.length, 'sample')} className="mb-4">
        How the samples compare
      </RuleLabel>
      {servingG > 0 ? (
        <>
          {drawn.length > 0 && <Reading servingG={servingG} viewpoint={viewpoint} strips={drawn} />}
          <div className="border-t border-line">
            {strips.map((strip) => (
              <Family
                key={strip.family}
                strip={strip}
                isRated={strip.dots.every(({ level }) => level !== 'N/A')}
              />
            ))}
          </div>
        </>
      ) : (
        <p className="max-w-prose text-sm text-ink-soft">
          The serving size is not known, so the samples can’t be compared with the limit. The table
          of samples lists what was found in each.
        </p>
      )}
    </section>
  );
}

/** How to read the pictures: whose serving it is, what the lines are, what the shapes mean. */
function Reading({
  servingG,
  viewpoint: { weightKg, servings, authority },
  strips,
}: {
  servingG: number;
  viewpoint: Viewpoint;
  strips: readonly LotStrip[];
}) {
  const kinds = new Set(strips.flatMap(({ dots }) => dots.map(({ kind }) => kind)));
  const { mediumFromPercent, highFromPercent } = levelCutOffs;
  return (
    <div className="mb-5 flex flex-col gap-x-10 gap-y-4 @4xl:flex-row @4xl:justify-between">
      <p className="max-w-prose text-sm text-ink-soft">
        Each sample on its own: {servingsText(servings, servingG)}, for {personText(weightKg)}, as a
        percentage of the European Food Safety Authority’s limit.{' '}
        <span>
          {authority === 'EPA' &&
            'The U.S. Environmental Protection Agency has set no limit for these groups, so EFSA’s is used here. '}
        </span>
        “Not detected” refers to the chemicals that count toward it.{' '}
        <span data-skip-in-text>
          Each step of the scale is ten times the one before; dashed lines show where Medium (
          {mediumFromPercent}%) and High ({highFromPercent}%) begin.
        </span>
      </p>
      <ul
        data-skip-in-text
        aria-label="Shapes"
        className="flex shrink-0 flex-col gap-1 @4xl:max-w-96"
      >
        {(Object.keys(text.KIND_TEXTS) as (keyof typeof text.KIND_TEXTS)[])
          .filter((kind) => kinds.has(kind))
          .map((kind) => (
            <li key={kind} className="flex gap-3 text-sm text-ink-soft">
              <Sign kind={kind} />
              {text.KIND_TEXTS[kind]}
            </li>
          ))}
      </ul>
    </div>
  );
}

const signs: Record<
  Exclude<DotKind, 'untested'>,
  [dot: number | null, from: number, to: number]
> = {
  found: [50, 50, 50],
  partly: [15, 15, 95],
  nothing: [85, 0, 85],
  at_least: [15, 15, 100],
  unseen: [null, 0, 100],
};

function Sign({ kind }: { kind: Exclude<DotKind, 'untested'> }) {
  const [dot, from, to] = signs[kind];
  return (
    <svg aria-hidden="true" width="44" height="22" className="shrink-0">
      <LotMark mark={{ kind, dot, from, to }} y={11} />
    </svg>
  );
}

function Family({ strip, isRated }: { strip: LotStrip; isRated: boolean }) {
  const instead = text.insteadOfChart(strip);
  const { name, whoseLimit } = familyOf(strip.family);
  const tested = text.testedOf(strip.dots);
  const sentences = [
    instead,
    isRated ? disagreementText(tested, whoseLimit) : 'Not rated: see the update.',
    text.mayBeHigherText(strip.dots),
  ].filter((sentence) => sentence !== null);
  const words = (
    <>
      <h3 className="text-lg">{name}</h3>
      {sentences.map((sentence) => (
        <p key={sentence} className="mt-1 text-sm text-ink-soft">
          {sentence}
        </p>
      ))}
    </>
  );
  if (instead !== null) return <div className="border-b border-line py-5">{words}</div>;
  return (
    <figure className="grid gap-x-8 gap-y-4 border-b border-line py-5 @3xl:grid-cols-[15rem_minmax(0,1fr)]">
      <figcaption>{words}</figcaption>
      <LotPicture strip={strip} name={name} isRated={isRated} />
      <LotTable strip={strip} name={name} isRated={isRated} className="@3xl:col-start-2" />
    </figure>
  );
}

/** The figures of a strip, sample by sample. */
function LotTable({
  strip: { family, dots },
  name,
  isRated,
  className,
}: {
  strip: LotStrip;
  name: string;
  isRated: boolean;
  className: string;
}) {
  return (
    <ChartTable
      caption={`${name} in each sample, as a percentage of ${familyOf(family).whoseLimit} limit`}
      head={['Sample', 'Found', 'At most', ...(isRated ? ['Level'] : [])]}
      rows={dots.map((dot) => {
        const { found, most } = text.cellsOf(dot);
        const level = dot.kind === 'untested' ? '–' : wordOf(dot.level, dot.mayBeHigher);
        return [dot.label, found, most, ...(isRated ? [level] : [])];
      })}
      className={className}
    />
  );
}
