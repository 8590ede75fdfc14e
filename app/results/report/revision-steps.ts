import { present } from '#app/kit/assert.ts';
import { changeLines } from '#app/results/samples/change-lines.ts';
import { productsOf, type FileProduct } from '#app/results/samples/file-products.ts';
import { headlineChanges, headlineSentence } from '#app/results/samples/headline-changes.ts';
import { dayText } from '#app/kit/day-text.ts';
import { CORRECTION_SHOWN_DAYS } from '#app/kit/facts.ts';
import { asSentence } from '#app/kit/text.ts';
import type { Eaten } from '#app/results/samples/metals-said.ts';
import { compareProduct } from '#app/results/samples/product-change.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import type { Revision } from '#app/results/tested-schema.ts';

/**
 * What every revision of a product changed; `rows` holds each one's samples file by number, `eaten` is of
 * one for metals. One that
 * this release can't read says nothing of its changes: the report must not fail for its history.
 */
export function revisionSteps<One extends Pick<Revision, 'number'>>(
  originalId: number,
  revisions: readonly One[],
  rows: ReadonlyMap<number, string>,
  eaten?: Eaten,
) {
  const products = new Map(
    [...rows].map(([number, text]) => [number, productOf(originalId, text)]),
  );
  return revisions.map((revision) => {
    const [before, after] = [products.get(revision.number - 1), products.get(revision.number)];
    const change = before && after && compareProduct(before, after, eaten);
    return {
      ...revision,
      /** One line each; none for the first. */
      changes: change ? changeLines(change) : [],
      /** The families that it made read otherwise. */
      headlines: change ? headlineChanges(change) : [],
    };
  });
}

export type RevisionStep = ReturnType<typeof revisionSteps<Revision>>[number];

/** The product as the rows of one revision state it; they were written here, so they can be read. */
export function revisionProduct(originalId: number, number: number, rows: string): FileProduct {
  return present(productOf(originalId, rows), `revision ${number} of product ${originalId}, read`);
}

function productOf(originalId: number, rows: string): FileProduct | undefined {
  const parsed = parseSamplesFile(rows, originalId);
  return parsed.ok ? productsOf(parsed.samples)[0] : undefined;
}

/**
 * The corrections of a level or a headline within the last 90 days, the latest first, out of every
 * publication, which are in that order, too.
 */
export function recentCorrections(history: readonly RevisionStep[], now: Date) {
  const since = now.getTime() - CORRECTION_SHOWN_DAYS * 86_400_000;
  return history
    .filter(
      ({ published_at, headlines }) => headlines.length > 0 && Date.parse(published_at) > since,
    )
    .map(({ number, published_at, reason, headlines }, at) => ({
      text: [
        `Corrected on ${dayText(published_at)}: ${asSentence(reason ?? '')}`,
        ...headlines.map((change) => headlineSentence(change, at === 0)),
      ].join(' '),
      /** The number of the revision before it. */
      before: number - 1,
    }));
}
