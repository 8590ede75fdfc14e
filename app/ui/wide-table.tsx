import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

/**
 * A table that may be wider than the page: it scrolls sideways within its frame, which the
 * keyboard reaches under the name `label`. Where it is wider, `hint` says so above it.
 */
export function WideTable({
  label,
  hint = 'the table is wider than the page',
  className,
  children,
}: {
  label: string;
  hint?: string;
  className: string;
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const isWider = useIsWider(frame);
  return (
    <>
      {isWider && (
        <p className="my-2 text-right font-mono text-xs text-ink-soft">
          <span aria-hidden="true">→ </span>
          {hint}
        </p>
      )}
      <div
        ref={frame}
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        // What only screen readers get is placed within the frame, so that it scrolls with it.
        className={`relative overflow-x-auto scroll-edge ${className}`}
      >
        <table className="w-full border-collapse font-mono text-sm tabular">{children}</table>
      </div>
    </>
  );
}

/** Of the column that stays in view while the others scroll. */
export const stickyCell = 'sticky left-0 z-10 bg-paper-raised';

/** Whether an element holds more than its width shows. */
function useIsWider(ref: RefObject<HTMLElement | null>): boolean {
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setIsWider(element.scrollWidth > element.clientWidth));
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, [ref]);
  return isWider;
}
