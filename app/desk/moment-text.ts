/** A moment in ISO 8601 as administrators read it, to the minute: `2026-11-21 15:04 UTC`. */
export function minuteText(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}
