import { containerDrawings, measuringLines, type TileShape } from './container-drawings.ts';

/**
 * Stands where a photo is missing: a measured drawing of a container on squared paper, with the
 * sentence that says so. It fills its parent's width and is square.
 */
export function DrawnTile({
  shape,
  label,
  className = '',
}: {
  shape: TileShape;
  label: string;
  className?: string;
}) {
  const { paper, lines } = containerDrawings[shape];
  return (
    <div
      className={`flex aspect-square flex-col overflow-hidden rounded-md border border-line bg-paper-raised squared ${className}`}
    >
      <svg
        viewBox="0 0 96 96"
        aria-hidden="true"
        fill="none"
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="mt-[3%] min-h-0 w-full flex-1 stroke-accent-ink **:[vector-effect:non-scaling-stroke]"
      >
        <g className="stroke-accent" strokeWidth="0.75">
          <path d={measuringLines.axis} strokeDasharray="6 2 1 2" />
          <path d={measuringLines.height} />
        </g>
        {paper.map((d) => (
          <path key={d} className="fill-paper-raised" d={d} />
        ))}
        <path d={lines} />
      </svg>
      <span className="px-1 py-0.5 text-center font-mono text-2xs tracking-wide text-ink-faint">
        {label}
      </span>
    </div>
  );
}
