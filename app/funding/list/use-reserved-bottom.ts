import { useEffect, useRef } from 'react';

/** The mobile breakpoint of spec §9, where the panel is fixed to the bottom. */
const MOBILE = '(width < 40rem)';

/**
 * Keeps free at the page's end what a bar fixed to the bottom of a narrow window covers, and lets
 * focused elements scroll clear of it. Returns the ref of the bar.
 */
export function useReservedBottom() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const mobile = window.matchMedia(MOBILE);
    const page = document.documentElement.style;
    const keepFree = (heightPx: number) => {
      document.body.style.paddingBottom = heightPx > 0 ? `${heightPx}px` : '';
      page.scrollPaddingBottom = heightPx > 0 ? `${heightPx + 16}px` : '';
      // What else is fixed to the bottom stands above the bar.
      page.setProperty('--reserved-bottom', `${heightPx}px`);
    };
    const reserve = () => keepFree(mobile.matches ? element.offsetHeight : 0);
    const sizes = new ResizeObserver(reserve);
    sizes.observe(element);
    mobile.addEventListener('change', reserve);
    return () => {
      sizes.disconnect();
      mobile.removeEventListener('change', reserve);
      keepFree(0);
    };
  }, []);
  return bar;
}
