import { panelNamed } from '#app/toxicology/panels/panels.ts';
import type { productSubmissions } from '#db/schema.ts';

export type Submission = Omit<
  typeof productSubmissions.$inferSelect,
  'orderId' | 'productId' | 'createdAt'
>;

/** Stripe takes values of 500 characters: a space at either end takes five more than it is long. */
const PIECE_MAX = 490;

/**
 * A submission as metadata of its session, so that the product comes back with an order that is lost.
 * Long texts are in pieces, `comments_1` and on; what is empty is left out.
 */
export function sessionFields(submission: Submission): Record<string, string> {
  const { name, brand, category, upc, productUrl, comments, servingSizeG, panel, itemOf } =
    submission;
  return Object.fromEntries(
    Object.entries({
      name,
      brand,
      category,
      upc,
      product_url: productUrl,
      comments,
      serving_size_g: servingSizeG === null ? '' : String(servingSizeG),
      // As it was before there were panels.
      panel: panel === 'plastics' ? '' : panel,
      item: itemOf === null ? '' : String(itemOf),
    }).flatMap(([field, text]) => piecesOf(text).map((piece, at) => [`${field}_${at + 1}`, piece])),
  );
}

/** Metadata that takes comments away, however many pieces they are in. */
export const NO_COMMENTS = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`comments_${at + 1}`, '']),
);

/** The same read again. */
export function submissionFrom(metadata: Record<string, string>): Submission {
  const read = (field: string) => {
    let text = '';
    for (let at = 1; metadata[`${field}_${at}`] !== undefined; at += 1) {
      text += JSON.parse(`"${metadata[`${field}_${at}`]}"`);
    }
    return text;
  };
  return {
    name: read('name'),
    brand: read('brand'),
    category: read('category'),
    upc: read('upc'),
    productUrl: read('product_url'),
    comments: read('comments'),
    servingSizeG: Number(read('serving_size_g')) || null,
    panel: panelNamed(read('panel'))?.key ?? 'plastics',
    itemOf: Number(read('item')) || null,
  };
}

/**
 * Pieces as JSON writes them, with the spaces at their ends written out, whatever is made of lines and
 * spaces on the way. No character is cut in two.
 */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    const written = JSON.stringify(character).slice(1, -1);
    if (piece.length + written.length > PIECE_MAX) {
      pieces.push(piece);
      piece = '';
    }
    piece += written;
  }
  if (piece !== '') pieces.push(piece);
  return pieces.map((one) => one.replaceAll(/^ | $/g, '\\u0020'));
}
