/** A result with its ratio beside the least that is asked of it: `MISSED` makes the command fail. */
export function withGoal(text: string, ratio: number, least: number): string {
  return `${text}: ${ratio.toFixed(2)} times, goal ${least} or more${ratio < least ? `, ${MISSED}` : ''}`;
}

/** A result beside the most that it may be. */
export function withMost(text: string, value: number, most: number, unit: string): string {
  return `${text}, goal ${most} ${unit} or less${value > most ? `, ${MISSED}` : ''}`;
}

/** Ends a result whose goal is missed. */
export const MISSED = 'MISSED';
