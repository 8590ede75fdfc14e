import { askMailing, type MailingOutcome } from './ask-mailing.ts';
import * as said from './preferences-messages.ts';
import type { PreferenceChange, Preferences } from './preferences.ts';

export type PreferencesOutcome = MailingOutcome<Preferences>;

/** What the owner of an address gets, by the token of a mailed link. */
export async function fetchPreferences(
  token: string,
  ask: typeof fetch,
): Promise<PreferencesOutcome> {
  if (token === '') return { kind: 'refused', sentence: said.NO_TOKEN };
  return askMailing(
    '/api/mail-preferences',
    {
      body: { token },
      isAnswer: isPreferences,
      sentences: { refused: said.LINK_UNKNOWN, failed: said.PREFERENCES_FAILED },
    },
    ask,
  );
}

/** Changes one thing; what the owner gets from then on. */
export async function sendChange(
  token: string,
  change: PreferenceChange,
  ask: typeof fetch,
): Promise<PreferencesOutcome> {
  return askMailing(
    '/api/change-mail-preferences',
    {
      body: { token, change },
      isAnswer: isPreferences,
      sentences: { refused: said.LINK_UNKNOWN, failed: said.CHANGE_FAILED },
    },
    ask,
  );
}

function isPreferences(json: unknown): json is Preferences {
  const { email, newsletter, updates, follows, stopped, everything } = (json ??
    {}) as Partial<Preferences>;
  return (
    typeof email === 'string' &&
    [newsletter, updates].every((state) => ['none', 'unconfirmed', 'on'].includes(state ?? '')) &&
    Array.isArray(follows) &&
    Array.isArray(stopped) &&
    typeof everything === 'boolean'
  );
}
