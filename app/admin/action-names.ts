/** Everything that an administrator, or a command in their place, is written down for. */
export const ACTIONS = {
  'list-administrator': 'put an administrator on the list',
  'unlist-administrator': 'took an administrator off the list',
  'sign-in': 'signed in',
  'sign-out': 'signed out',
  'end-session': 'ended a session',
  'end-other-sessions': 'ended all other sessions',
  'end-all-sessions': 'signed out everywhere',
  'begin-second-factor': 'began to set up a second factor',
  'turn-on-second-factor': 'turned the second factor on',
  'turn-off-second-factor': 'turned the second factor off',
  'renew-recovery-codes': 'made new recovery codes',
} as const;

export type ActionName = keyof typeof ACTIONS;

/** An action's name as it is read after who did it; one that is no longer known as it is. */
export function actionWords(name: string): string {
  return (ACTIONS as Record<string, string>)[name] ?? name;
}
