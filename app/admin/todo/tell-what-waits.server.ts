import { readToDo } from './read-todo.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { dayOf } from '#app/testing/promise.ts';

/** On a day on which something waits, tells administrators so, once: run by the clock. */
export async function tellWhatWaits(): Promise<void> {
  if ((await readToDo()).length === 0) return;
  const key = dayOf(now());
  await db().transaction((tx) => notifyAdministrators(tx, 'to-do', { params: {}, key }));
}
