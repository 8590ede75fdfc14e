import { z } from '@hono/zod-openapi';
import { monthlyCsv } from './monthly.server.ts';
import { booksNow, booksSchema } from './books-now.server.ts';
import { answer, attachment, defineCall } from '#app/http/call.ts';

export default {
  books: defineCall({
    summary: 'All money that came in, and where it is now, from the ledger; a minute old at most',
    access: 'anyone',
    sharedSeconds: 1,
    answers: { 200: booksSchema },
    handle: async () => answer(200, await booksNow()),
  }),
  monthlyBooks: defineCall({
    summary: 'All that was booked, by month (UTC), kind, and account, as a CSV file',
    access: 'admin',
    answers: { 200: z.string() },
    mediaType: 'text/csv',
    async handle() {
      return attachment(await monthlyCsv(), 'books-by-month.csv', 'text/csv; charset=utf-8');
    },
  }),
};
