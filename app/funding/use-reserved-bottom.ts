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
    const reserve = () => {
      const heightPx = mobile.matches ? element.offsetHeight : 0;
      document.body.style.paddingBottom = heightPx > 0 ? `${heightPx}px` : '';
      document.documentElement.style.scrollPaddingBottom = heightPx > 0 ? `${heightPx + 16}px` : '';
    };
    const sizes = new ResizeObserver(reserve);
    sizes.observe(element);
    mobile.addEventListener('change', reserve);
    return () => {
      sizes.disconnect();
      mobile.removeEventListener('change', reserve);
      document.body.style.paddingBottom = '';
      document.documentElement.style.scrollPaddingBottom = '';
    };
  }, []);
  return bar;
}
