import { grouped } from '#app/kit/text.ts';
import { AxisMarks, FOOT_PX, HEAD_PX } from './axis-marks.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { anchorAt } from './log-axis.ts';
import { ownText } from './place-text.ts';
import type { FamilyPlace, Standings } from './place.ts';

/** Pixels from dot to dot of a stack, and for the product's own mark and its label. */
const STEP_PX = 5;
const OWN_PX = 38;

/** The box of products with nothing found stands in the picture's padding, `pl-26`: 104 px. */
const BOX = { x: -104, width: 88, middle: -60 };

/**
 * A population on the axis: a dot for each of the others, stacked where they are close, those with
 * nothing found counted in a box before it, and the product's own mark above.
 */
export function PlaceStrip({
  place,
  standings,
  title,
  description,
}: {
  place: FamilyPlace;
  standings: Standings;
  /** What is drawn; the description says what is to be seen. */
  title: string;
  description: string;
}) {
  const { axis, at } = place;
  const tallest = Math.max(1, ...standings.marks.map(([, count]) => count));
  const bottom = HEAD_PX + OWN_PX + Math.max(40, tallest * STEP_PX + 4);
  return (
    <ChartFrame
      title={title}
      description={description}
      heightPx={bottom + FOOT_PX}
      className="pl-26"
    >
      <NothingFound count={standings.nothingFound} bottom={bottom} isOwn={place.percent === 0} />
      <AxisMarks axis={axis} bottom={bottom} bands={[[HEAD_PX + 18, bottom]]} />
      {/* Dots: lines of round dashes without length. */}
      <g
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray={`0 ${STEP_PX}`}
        className="stroke-accent"
      >
        {standings.marks.map(([column, count]) => (
          <DotStack key={column} at={column} count={count} bottom={bottom} />
        ))}
      </g>
      {at !== null && <OwnMark at={at} bottom={bottom} text={`this one: ${ownText(place)}`} />}
    </ChartFrame>
  );
}

/** As many dots above one another. */
function DotStack({ at, count, bottom }: { at: number; count: number; bottom: number }) {
  const lowest = bottom - 4;
  return (
    <line
      x1={`${at}%`}
      x2={`${at}%`}
      y1={lowest}
      // A dash that begins exactly at the end of a line is not drawn everywhere.
      y2={lowest - (count - 1) * STEP_PX - 0.1}
    />
  );
}

function OwnMark({ at, bottom, text }: { at: number; bottom: number; text: string }) {
  const y = HEAD_PX + 14;
  return (
    <g>
      <line
        x1={`${at}%`}
        x2={`${at}%`}
        y1={y + 8}
        y2={bottom}
        strokeWidth="2"
        className="stroke-ink"
      />
      <svg x={`${at}%`} y={y + 4} className="overflow-visible">
        <path d="M-6 0H6L0 10Z" className="fill-ink" />
      </svg>
      <g className="fill-ink">
        <text x={`${at}%`} y={y} textAnchor={anchorAt(at)}>
          {text}
        </text>
      </g>
    </g>
  );
}

function NothingFound({ count, bottom, isOwn }: { count: number; bottom: number; isOwn: boolean }) {
  return (
    <g className="fill-current">
      {isOwn && (
        <>
          <text x={BOX.middle} y={bottom - 56} textAnchor="middle" className="fill-ink">
            this one
          </text>
          <svg x={BOX.middle} y={bottom - 50} className="overflow-visible">
            <path d="M-6 0H6L0 10Z" className="fill-ink" />
          </svg>
        </>
      )}
      <rect
        x={BOX.x}
        y={bottom - 36}
        width={BOX.width}
        height="36"
        strokeWidth={isOwn ? 2 : 1}
        className={`fill-paper-sunk ${isOwn ? 'stroke-ink' : 'stroke-line-strong'}`}
      />
      <text x={BOX.middle} y={bottom - 21} textAnchor="middle" className="fill-ink">
        {grouped(count)}
      </text>
      <text x={BOX.middle} y={bottom - 6} textAnchor="middle" className="fill-ink">
        {count === 1 ? 'product' : 'products'}
      </text>
      <text x={BOX.middle} y={bottom + 14} textAnchor="middle">
        not
      </text>
      <text x={BOX.middle} y={bottom + 28} textAnchor="middle">
        detected
      </text>
    </g>
  );
}
