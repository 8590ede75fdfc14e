import { batchesOf } from '#app/kit/batches.ts';
import { columnsOf, type DataTable } from '#app/data/table.ts';
import { readResults } from '#app/results/metals/metal-results.server.ts';
import { publicVerdicts } from '#app/results/metals/metal-schema.ts';

type VerdictRow = ReturnType<typeof publicVerdicts>[number] & { product_id: number };

export const metalVerdictsTable: DataTable<VerdictRow> = {
  name: 'metals_verdicts',
  title: 'Verdicts of metals',
  means:
    'How a test for metals stands under each limit of intake, for whom its kind is eaten by. For metals there are no levels.',
  key: ['product_id', 'limit'],
  refersTo: { products: ['product_id'] },
  columns: columnsOf<VerdictRow>({
    'product_id integer': 'Number of the product; in the table products.',
    'limit text': 'Id of the limit.',
    'substance text': 'Key of what is limited.',
    'authority text': 'Whose limit it is.',
    'verdict text':
      'within: even the highest sample, with all that could be there, is at most the limit. above: the average is more, even counting only what was found. cannot_tell: neither. Of a margin of exposure: of the dose that is named, which is not called tolerable.',
    'share_lower number':
      'The average’s part of the limit at the least; 1 is all of it. Empty of a margin, which is no part of anything allowed.',
    'share_upper number': 'The same at the most; empty where nobody knows.',
    'share_highest number': 'The same of the highest sample.',
  }),
  async *rows(tx) {
    const rows = (await readResults(tx)).flatMap((one) =>
      publicVerdicts(one)
        .map((verdict) => ({ product_id: one.id, ...verdict }))
        .toSorted((a, b) => (a.limit < b.limit ? -1 : 1)),
    );
    yield* batchesOf(rows);
  },
};
