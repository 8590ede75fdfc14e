import type { ProseBlock } from '#app/pages/prose-text.ts';

export interface LegalSection {
  /** Its anchor. */
  id: string;
  title: string;
  blocks: readonly ProseBlock[];
}

/** Which companies around the site are configured here; what a text says of the others is left out. */
export interface OthersHere {
  amplitude: boolean;
  chat: boolean;
}
