import type { Block } from '#app/pages/prose-text.ts';

export interface LegalSection {
  /** Its anchor. */
  id: string;
  title: string;
  blocks: readonly Block[];
}
