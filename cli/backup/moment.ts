/** Whether a text is a moment that names its zone, such as `2026-11-21T15:04:05Z`. */
export function isMoment(text: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(new Date(text).getTime());
}
