import type { TileShape } from './container-drawings.ts';

/** The sheet with all drawings, which browsers fetch once; each is found by the name of its shape. */
export const DRAWINGS_PATH = '/drawings.svg';

/**
 * Stands where a photo is missing: a measured drawing of a container on squared paper, with the
 * sentence that says so; where that is empty, the drawing alone. It fills its parent's width and is
 * square.
 */
export function DrawnTile({ shape, label }: { shape: TileShape; label: string }) {
  return (
    <div
      data-skip-in-text
      className={`flex aspect-square flex-col overflow-hidden ${label && 'rounded-md border border-line bg-paper-raised squared'}`}
    >
      <svg viewBox="0 0 96 96" aria-hidden="true" className="mt-[3%] min-h-0 w-full flex-1">
        <use href={`${DRAWINGS_PATH}#${shape}`} />
      </svg>
      <span className="py-0.5 text-center font-mono text-2xs tracking-wide text-ink-faint">
        {label}
      </span>
    </div>
  );
}
