import type { Page } from '@playwright/test';

/**
 * What is badly set for somebody who reads on a phone, each with its size: sentences and fields below
 * 16 px, and sentences in monospace, which is for labels, figures, code, and the specification's
 * bracketed lines. Tables are dense, and looked at apart.
 */
export function typeFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LABEL_WORDS = 6;
    const HEADING_WORDS = 8;
    const apart = 'svg, code, pre, table, [inert], [aria-hidden="true"], .sr-only';
    const isRead = (element: Element, text: string) => {
      const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
      const most = element.matches('.label') ? HEADING_WORDS : LABEL_WORDS;
      return words > most && !text.startsWith('[');
    };
    return [...document.querySelectorAll('main *, body > div > footer *')].flatMap((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const text = own
        .map(({ textContent }) => textContent)
        .join(' ')
        .trim();
      const isField = element.matches(
        'input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea',
      );
      if (!isField && !isRead(element, text)) return [];
      if (element.closest(apart) || !element.checkVisibility({ visibilityProperty: true }))
        return [];
      const { fontSize, fontFamily } = getComputedStyle(element);
      const isMono = !isField && fontFamily.includes('Mono');
      if (!isMono && Number.parseFloat(fontSize) >= 16) return [];
      return [
        `${fontSize}${isMono ? ' monospace' : ''} <${element.localName}> ${text.slice(0, 60)}`,
      ];
    });
  });
}
