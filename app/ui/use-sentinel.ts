import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * A ref for the element that ends a list: `onSeen` runs when it comes within `margin` of the
 * viewport, or at once if it already is. Give `pageNumber` a new value after each page, so that a
 * sentinel which is still in view is noticed again.
 */
export function useSentinel({
  enabled,
  pageNumber,
  margin,
  threshold = 0,
  onSeen,
}: {
  enabled: boolean;
  pageNumber: number;
  /** In pixels, or in percent of the viewport, as `rootMargin` has it. */
  margin: string;
  /** Share of the element that has to be seen, 0 to 1. */
  threshold?: number;
  onSeen: () => void;
}): RefObject<HTMLDivElement | null> {
  const sentinel = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!enabled || !sentinel.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) seen();
      },
      { rootMargin: margin, threshold },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [enabled, pageNumber, margin, threshold]);
  return sentinel;
}
