import { booksNow, booksSchema } from './books-now.server.ts';
import { answer, defineCall } from '#app/http/call.ts';

export default {
  books: defineCall({
    summary: 'All money that came in, and where it is now, from the ledger; a minute old at most',
    access: 'anyone',
    sharedSeconds: 1,
    answers: { 200: booksSchema },
    async handle() {
      return answer(200, await booksNow());
    },
  }),
};
