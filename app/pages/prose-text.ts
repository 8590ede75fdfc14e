/**
 * A paragraph, or the points of a list. In either `[words](address)` is a link, and what stands
 * between backticks is a name that a machine reads.
 */
export type ProseBlock = string | readonly string[];

/** A piece of a sentence: plain words, a link where `to` is set, or such a name. */
export interface Piece {
  text: string;
  to?: string;
  isCode?: true;
}

const MARKED = /\[(?<text>[^\]]+)\]\((?<to>[^()\s]+)\)|`(?<code>[^`]+)`/g;

/** The pieces of a sentence, in order. */
export function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(MARKED)) {
    if (match.index > from) pieces.push({ text: sentence.slice(from, match.index) });
    const { text = '', to = '', code } = match.groups ?? {};
    pieces.push(code === undefined ? { text, to } : { text: code, isCode: true });
    from = match.index + match[0].length;
  }
  if (from < sentence.length) pieces.push({ text: sentence.slice(from) });
  return pieces;
}

/** Blocks as one line of words without marks, for where no markup can stand. */
export function plainText(blocks: readonly ProseBlock[]): string {
  return blocks
    .flat()
    .map((sentence) =>
      piecesOf(sentence)
        .map(({ text }) => text)
        .join(''),
    )
    .join(' ');
}

/** Every address that blocks link to, in order. */
export function linksOf(blocks: readonly ProseBlock[]): string[] {
  return blocks.flat().flatMap((sentence) => piecesOf(sentence).flatMap(({ to }) => to ?? []));
}
