import { useId } from 'react';
import {
  placeOnStrip,
  signPath,
  stripLimits,
  stripLines,
  stripTicks,
  type FamilyStrip,
  type MetalStrip,
  type StripLine,
  type StripMark,
} from '#app/results/answers/strip-of.ts';
import { stripSentence } from '#app/results/answers/strip-sentence.ts';

type MarkedStrip = FamilyStrip | MetalStrip;

/**
 * How marks of each size are drawn: `stepPx` from one sample's middle to the next one's, `dotPx` a radius. A
 * strip is at least as high as `leastPx`; as many samples as there are share `mostPx`.
 */
const sizes = {
  /** On a report, with the axis below. */
  large: { stepPx: 12, barPx: 8, dotPx: 4, leastPx: 36, mostPx: Infinity },
  /** One product of several on an axis. */
  row: { stepPx: 9, barPx: 5, dotPx: 3, leastPx: 24, mostPx: Infinity },
  /** Several families of a product above one another. */
  mini: { stepPx: 7, barPx: 5, dotPx: 2.5, leastPx: 24, mostPx: 24 },
};

/** The same where so many samples leave each less room. */
export function shapesOf(size: keyof typeof sizes, count: number) {
  const { stepPx, barPx, dotPx, mostPx } = sizes[size];
  const ownPx = Math.min(stepPx, (mostPx - 4) / count);
  return { stepPx: ownPx, barPx: Math.min(barPx, ownPx - 1), dotPx };
}

/** Pixels that the names of limits take above the marks, and those of the axis below them. */
const HEAD_PX = 20;
const FOOT_PX = 24;

/** The same of the row of other products. */
const OTHERS_PX = 20;

/**
 * Marks have a color by what is known of them, and a shape that says the same: dots are full where a
 * sample is within every limit, else hollow; diamonds are above one, full by the limit's own substance
 * and hollow if others are counted; crosses are held against none; bars are closed or end in a line.
 */
const inks: Record<NonNullable<StripMark['standing']> | 'unjudged', string> = {
  within: 'text-accent-ink forced-colors:text-[color:CanvasText]',
  above: 'text-danger forced-colors:text-[color:CanvasText]',
  above_if_counted: 'text-ink forced-colors:text-[color:CanvasText]',
  open: 'text-ink forced-colors:text-[color:CanvasText]',
  unjudged: 'text-ink-soft forced-colors:text-[color:CanvasText]',
};
const hollow = 'fill-paper-raised stroke-current forced-colors:fill-[Canvas]';
const full = 'fill-current stroke-current';

/**
 * One family of one product: an axis of amounts per kilogram of body weight and day, upright lines at
 * the limits, and a mark for each sample. As wide as its place: what stands on it are shares of the
 * width, so that the same amount is at the same place on all strips of a family.
 */
export function Strip({
  strip,
  size,
  isNamed = size === 'large',
  others = [],
  label = 'lines' in strip ? '' : stripSentence(strip),
  className = '',
}: {
  strip: MarkedStrip;
  size: keyof typeof sizes;
  /** With whose limits these are, as on the first strip of a page. */
  isNamed?: boolean;
  /** Where other products stand, in a row below the marks; 0 to 100. */
  others?: readonly number[];
  /** What the strip shows, for those who don't see it. */
  label?: string;
  className?: string;
}) {
  const id = useId();
  const { leastPx } = sizes[size];
  const count = strip.marks.length;
  const shapes = shapesOf(size, count);
  const top = isNamed ? HEAD_PX : 0;
  const marksPx = Math.max(leastPx, count * shapes.stepPx + 4);
  const middle = top + marksPx / 2;
  const bottom = top + marksPx + (others.length > 0 ? OTHERS_PX : 0);
  const lines =
    'lines' in strip ? strip.lines : (size === 'mini' ? stripLimits : stripLines)(strip.family);
  const drawing = (
    <svg
      role="img"
      aria-label={label}
      width="100%"
      height={bottom + (size === 'large' ? FOOT_PX : 0)}
      className={`block overflow-visible font-mono text-ink-soft tabular forced-colors:text-[color:CanvasText] ${size === 'large' ? 'text-xs' : 'text-2xs'} ${isNamed ? '' : className}`}
    >
      <Hatching id={id} marks={strip.marks} />
      <Others at={others} y={top + marksPx} />
      <Limits of={lines} {...{ isNamed, bottom }} />
      {size === 'large' ? (
        <Axis
          ticks={stripTicks(strip.family)}
          unit={strip.family === 'pb' ? '' : '/kg'}
          top={bottom}
        />
      ) : (
        <line x2="100%" y1={middle} y2={middle} className="stroke-line-strong" />
      )}
      {strip.marks.map((mark, index) => (
        <Mark
          key={index}
          mark={mark}
          family={strip.family}
          y={middle + (index - (count - 1) / 2) * shapes.stepPx}
          shapes={shapes}
          hatching={id}
        />
      ))}
    </svg>
  );
  // Names leave out what there is no room for.
  return isNamed ? <div className={`@container ${className}`}>{drawing}</div> : drawing;
}

/** A thin line for each: they are drawn as wide as the picture, and stay thin. */
function Others({ at, y }: { at: readonly number[]; y: number }) {
  if (at.length === 0) return null;
  return (
    <svg y={y} height={OTHERS_PX} viewBox="0 0 100 1" preserveAspectRatio="none">
      <path
        d={at.map((one) => `M${one} 0V1`).join('')}
        vectorEffect="non-scaling-stroke"
        strokeOpacity="0.6"
        className="stroke-line-strong"
      />
    </svg>
  );
}

/** A pattern for each ink that a bar is drawn in. */
export function Hatching({ id, marks }: { id: string; marks: readonly StripMark[] }) {
  const bars = marks.filter(({ kind }) => kind === 'none' || kind === 'unseen');
  if (bars.length === 0) return null;
  return (
    <defs>
      {[...new Set(bars.map(inkOf))].map((ink) => (
        <pattern
          key={ink}
          id={id + ink}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
          className={inks[ink]}
        >
          <rect width="1.2" height="4" className="fill-current" />
        </pattern>
      ))}
    </defs>
  );
}

function inkOf({ standing }: StripMark): keyof typeof inks {
  return standing ?? 'unjudged';
}

function Limits({
  of,
  isNamed,
  bottom,
}: {
  of: readonly StripLine[];
  isNamed: boolean;
  bottom: number;
}) {
  return of.map(({ name, year, at }, index) => (
    <g key={name} className={year ? 'text-ink forced-colors:text-[color:CanvasText]' : undefined}>
      {isNamed && (
        <text
          {...(typeof year === 'number'
            ? textAt(at)
            : { x: `${at}%`, textAnchor: index > 0 && year ? 'start' : 'end' })}
          y={HEAD_PX - 8}
          className={year ? 'fill-current' : 'fill-current @max-[18rem]:hidden'}
        >
          {name}
          {year && <tspan className="@max-[13rem]:hidden"> {year}</tspan>}
        </text>
      )}
      <line
        x1={`${at}%`}
        x2={`${at}%`}
        y1={isNamed ? HEAD_PX - 4 : 0}
        y2={bottom}
        strokeWidth={year ? 1.5 : 1}
        strokeDasharray={year ? undefined : '2 3'}
        className="stroke-current"
      />
    </g>
  ));
}

/** A text over a place, or at the end of the picture that it would leave. */
function textAt(at: number) {
  if (at < 12) return { x: 0, textAnchor: 'start' } as const;
  return at > 88
    ? ({ x: '100%', textAnchor: 'end' } as const)
    : ({ x: `${at}%`, textAnchor: 'middle' } as const);
}

export function Axis({
  ticks,
  unit,
  top,
}: {
  ticks: ReturnType<typeof stripTicks>;
  /** After each name, where there is room. */
  unit: string;
  top: number;
}) {
  return (
    <g className="fill-current">
      <line x2="100%" y1={top} y2={top} className="stroke-line-strong" />
      {ticks.map(({ at, label }) => (
        <g key={at}>
          <line
            x1={`${at}%`}
            x2={`${at}%`}
            y1={top}
            y2={top + (label ? 6 : 3)}
            className="stroke-line-strong"
          />
          {label && (
            <text {...textAt(at)} y={top + 19}>
              {label}
              <tspan className="@max-[13rem]:hidden">{unit}</tspan>
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

export function Mark({
  mark,
  family,
  y,
  shapes: { stepPx, barPx, dotPx },
  hatching,
}: {
  mark: StripMark;
  family: MarkedStrip['family'];
  /** Its middle, in pixels from the picture's top. */
  y: number;
  shapes: ReturnType<typeof shapesOf>;
  /** What the names of patterns begin with. */
  hatching: string;
}) {
  const ink = inkOf(mark);
  const lower = placeOnStrip(family, mark.lower);
  const upper = placeOnStrip(family, mark.upper ?? Infinity);
  const sign = { y, r: dotPx, ink };
  if (mark.kind === 'found' || mark.kind === 'at_least') {
    const isFound = mark.kind === 'found';
    // A line of a pixel ends where its dot is.
    const hasEnd = isFound && !upper.beyond && upper.at - lower.at > 0.1;
    return (
      <g className={inks[ink]}>
        {isFound && upper.at > lower.at && (
          <line
            x1={`${lower.at}%`}
            x2={`${upper.at}%`}
            y1={y}
            y2={y}
            strokeWidth="1.5"
            className="stroke-current"
          />
        )}
        {hasEnd && <End at={upper.at} y={y} heightPx={stepPx - 1} />}
        {isFound && !lower.beyond ? (
          <Dot at={lower.at} {...sign} />
        ) : (
          <Arrow at={lower.at} {...sign} isOpen={!isFound} isLeft={lower.beyond === 'left'} />
        )}
      </g>
    );
  }
  return (
    <g className={inks[ink]}>
      <rect
        width={`${upper.at}%`}
        y={y - barPx / 2}
        height={barPx}
        fill={`url(#${hatching}${ink})`}
        className={ink === 'within' ? 'stroke-current' : undefined}
      />
      {ink !== 'within' && !upper.beyond && <End at={upper.at} y={y} heightPx={barPx} />}
      {mark.kind === 'unseen' && <Arrow at={100} {...sign} isOpen />}
    </g>
  );
}

/** What a sign of one sample is drawn by: its middle, its radius, and what fills or frames it. */
interface SignProps {
  /** 0 to 100 from the axis's left end. */
  at: number;
  y: number;
  r: number;
  ink: keyof typeof inks;
}

/** The most that there could be: apart from a limit, which must not hide on which side it is. */
function End({ at, y, heightPx }: { at: number; y: number; heightPx: number }) {
  return (
    <rect
      x={`${at}%`}
      y={y - heightPx / 2}
      width="1.5"
      height={heightPx}
      className="-translate-x-[0.75px] fill-current stroke-2 stroke-paper-raised [paint-order:stroke] forced-colors:stroke-[Canvas]"
    />
  );
}

function Dot({ at, y, r, ink }: SignProps) {
  const look = { strokeWidth: 1.5, className: ink === 'within' || ink === 'above' ? full : hollow };
  if (ink === 'within' || ink === 'open')
    return <circle cx={`${at}%`} cy={y} r={r - 0.5} {...look} />;
  return (
    <svg x={`${at}%`} y={y} className="overflow-visible">
      <path d={signPath(ink === 'unjudged' ? null : ink, r)} {...look} />
    </svg>
  );
}

/** Open where there was more than could be measured; full where an amount lies beyond the axis. */
function Arrow({
  at,
  y,
  r,
  ink,
  isOpen,
  isLeft = false,
}: SignProps & { isOpen: boolean; isLeft?: boolean }) {
  const tip = isLeft ? -2 * r : 2 * r;
  return (
    <svg x={`${at}%`} y={y} className="overflow-visible">
      <path
        d={`M0 ${-r - 1}L${tip} 0L0 ${r + 1}Z`}
        strokeWidth="1.5"
        strokeLinejoin="round"
        className={isOpen ? hollow : full}
      />
      {isOpen && ink === 'above' && <circle cx={r / 2} r={r / 2} className="fill-current" />}
    </svg>
  );
}
