import type { ReactNode } from 'react';
import { jarDrawing } from '#app/ui/jar-drawing.ts';

export type TileShape = 'jar' | 'bottle' | 'box' | 'pouch' | 'can' | 'cup' | 'tube' | 'tray';

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
          <path d={jarDrawing.axis} strokeDasharray="6 2 1 2" />
          <path d={jarDrawing.height} />
        </g>
        {drawings[shape]}
      </svg>
      <span className="px-1 py-0.5 text-center font-mono text-2xs tracking-wide text-ink-faint">
        {label}
      </span>
    </div>
  );
}

const paper = 'fill-paper-raised';
const drawings: Record<TileShape, ReactNode> = {
  jar: (
    <>
      {jarDrawing.paper.map((d) => (
        <path key={d} className={paper} d={d} />
      ))}
      <path d={jarDrawing.lines} />
    </>
  ),
  bottle: (
    <>
      <path
        className={paper}
        d="M42 22h12v11c0 5 11 8 11 17v25c0 3-2 5-5 5H36c-3 0-5-2-5-5V50c0-9 11-12 11-17z"
      />
      <path className={paper} d="M40 16h16v6H40z" />
      <path d="M31 53h34M31 70h34M38 59h20M38 64h13" />
    </>
  ),
  box: (
    <>
      <path className={paper} d="M27 26h34v54H27z" />
      <path className={paper} d="M61 26l10-9v53l-10 10zM27 26l10-9h34l-10 9z" />
      <path d="M33 36h22M33 41h15M33 54h22v18H33zM44 54v18" />
    </>
  ),
  pouch: (
    <>
      <path
        className={paper}
        d="M28 16h40v6c-2 5-3 9-3 14 0 13 5 25 5 38 0 3-1 6-3 6H29c-2 0-3-3-3-6 0-13 5-25 5-38 0-5-1-9-3-14z"
      />
      <path d="M28 22h40M32 16v6M36 16v6M40 16v6M44 16v6M52 16v6M56 16v6M60 16v6M64 16v6" />
      <path d="M38 42h20M38 47h13M36 58c6-5 18-5 24 0-6 6-18 6-24 0z" />
    </>
  ),
  can: (
    <>
      <path className={paper} d="M26 23v50c0 4 10 7 22 7s22-3 22-7V23" />
      <ellipse className={paper} cx="48" cy="23" rx="22" ry="7" />
      <ellipse cx="48" cy="23" rx="17" ry="4.5" />
      <path d="M26 35c0 4 10 7 22 7s22-3 22-7M26 65c0 4 10 7 22 7s22-3 22-7M36 51h24M36 56h16" />
    </>
  ),
  cup: (
    <>
      <path className={paper} d="M27 24h42l-6 53c0 2-2 3-4 3H37c-2 0-4-1-4-3z" />
      <path className={paper} d="M24 16h48v8H24z" />
      <path d="M29 38h38M31 62h34M38 46h20M38 51h13" />
    </>
  ),
  tube: (
    <>
      <path className={paper} d="M31 16h34v5l-7 45H38l-7-45z" />
      <path className={paper} d="M38 66h20v14H38zM42 66v14M46 66v14M50 66v14M54 66v14" />
      <path d="M31 21h34M41 31h14M42 36h9M41 47h14" />
    </>
  ),
  tray: (
    <>
      <path className={paper} d="M20 38h56l-6 34c-1 5-3 8-7 8H33c-4 0-6-3-7-8z" />
      <path className={paper} d="M17 32h62v6H17z" />
      <path d="M24 32c4-10 13-16 24-16s20 6 24 16M34 50h28M35 56h18" />
    </>
  ),
};
