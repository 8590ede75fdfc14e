import { data, type MiddlewareFunction } from 'react-router';
import { onceOverCopies } from './page-context.server.ts';

/** Whether a loader or an action of this request failed only because the database could not be reached. */
export const awayContext = onceOverCopies('database-away', false);

/** A page that cannot be made because the database is away says that, instead of that something is broken. */
export const sayDatabaseIsAway: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next();
  if (context.get(awayContext)) throw data(null, { status: 503 });
  return response;
};
