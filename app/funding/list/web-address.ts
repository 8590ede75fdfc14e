/** The address that an answer names for the browser to go to; undefined where it is no web page. */
export function webAddress(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  return ['https:', 'http:'].includes(new URL(url).protocol) ? url : undefined;
}
