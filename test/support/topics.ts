import { normaliseEmail } from '#app/kit/text.ts';
import type { emailSubscriptions } from '#db/schema.ts';

type Row = typeof emailSubscriptions.$inferInsert;

/** A row of a topic that a browser follows under an address. */
export function aFollow(topic: string, email: string, browserHash = email): Row {
  return { ...aSignUp(email, new Date()), topic, browserHash };
}

/** A row of a topic that the owner of an address has turned off. */
export function anOff(topic: string, email: string): Row {
  return { ...aSignUp(email), topic, isOn: false };
}

/** A row of the newsletter's list. */
export function aSignUp(email: string, confirmedAt: Date | null = null): Row {
  return { topic: 'news', email, emailNormalised: normaliseEmail(email), confirmedAt };
}
