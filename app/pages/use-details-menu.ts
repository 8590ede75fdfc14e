import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * Closes an open disclosure on a route change, on a click or focus outside it, and on Escape, which
 * gives focus back to its summary (spec §2 "Shell").
 */
export function useDetailsMenu(menu: RefObject<HTMLDetailsElement | null>): void {
  const { key } = useLocation();

  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [menu, key]);

  useEffect(() => {
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !menu.current?.contains(target);
    const closeFromOutside = (event: Event) => {
      if (menu.current?.open && isOutside(event.target)) menu.current.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [menu]);
}
