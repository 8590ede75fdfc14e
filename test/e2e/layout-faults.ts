import type { Page } from '@playwright/test';

/**
 * What is badly laid out on the page as it is, in words: sideways scroll, text cut off, things past
 * the window's edge that no scroll reaches, controls that lie on one another.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TOLERANCE_PX = 1;
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`scrolls sideways by ${scrollWidth - clientWidth}`);

    const named = (element: Element) => {
      const text = element.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 40);
      return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> "${text}"`;
    };
    // What is skipped while it is far from the window has no layout yet.
    const isShown = (element: Element) =>
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      });
    // Kept for screen readers only, in a box of one pixel.
    const isUnseen = (element: Element) =>
      element.closest('.sr-only, svg, [inert], [aria-hidden="true"]') !== null;
    const holder = (element: Element, holds: (style: CSSStyleDeclaration) => boolean) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (holds(getComputedStyle(at))) return at;
      }
      return null;
    };
    const scrolls = ({ overflowX }: CSSStyleDeclaration) => /auto|scroll/.test(overflowX);
    const floats = ({ position }: CSSStyleDeclaration) => /fixed|sticky/.test(position);

    for (const element of document.querySelectorAll('body *')) {
      if (!isShown(element) || isUnseen(element)) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      const style = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const isBeyond = box.right > clientWidth + TOLERANCE_PX || box.left < -TOLERANCE_PX;
      if (hasText && isBeyond && !holder(element, scrolls)) {
        faults.push(
          `past the edge (${Math.round(box.left)} to ${Math.round(box.right)}): ${named(element)}`,
        );
      }
      const isCut =
        (/hidden|clip/.test(style.overflowX) &&
          element.scrollWidth > element.clientWidth + TOLERANCE_PX) ||
        (/hidden|clip/.test(style.overflowY) &&
          element.scrollHeight > element.clientHeight + TOLERANCE_PX);
      if (hasText && isCut) faults.push(`cut off: ${named(element)}`);
    }

    const controls = [...document.querySelectorAll('a[href], button, input, select, summary')]
      .filter((element) => isShown(element) && !isUnseen(element))
      // What is fixed lies on whatever is scrolled under it.
      .filter((element) => !floats(getComputedStyle(element)) && !holder(element, floats))
      .map((element) => ({ element, boxes: [...element.getClientRects()] }));
    for (const [index, one] of controls.entries()) {
      // In the order of the page, what overlaps is close by.
      for (const other of controls.slice(index + 1, index + 12)) {
        if (one.element.contains(other.element)) continue;
        const isOver = one.boxes.some((a) =>
          other.boxes.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 * TOLERANCE_PX &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4 * TOLERANCE_PX,
          ),
        );
        if (isOver) faults.push(`${named(one.element)} lies on ${named(other.element)}`);
      }
    }
    return faults;
  });
}

/** Links, buttons, and fields that something else lies over, wherever the page is scrolled to. */
export function coveredChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covered: string[] = [];
    for (const choice of document.querySelectorAll('a[href], button, input, select, summary')) {
      if (!choice.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (choice.closest('.sr-only, [inert]') || choice.getAttribute('type') === 'hidden') continue;
      choice.scrollIntoView({ block: 'center', behavior: 'instant' });
      const [box] = choice.getClientRects();
      if (!box || box.width < 2) continue;
      const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      // The skip link is above the window until it has the focus.
      if (!over || over.contains(choice) || choice.contains(over)) continue;
      covered.push(`${choice.textContent.trim().slice(0, 40)} under ${over.className}`);
    }
    return covered;
  });
}
