/** What a mail was queued with: the ids of what it is about. */
export type MailParams = Record<string, string | number>;

/** What a mail shows: what its loader found. */
export type MailShown<Load extends (...params: never[]) => unknown> = NonNullable<
  Awaited<ReturnType<Load>>
>;
