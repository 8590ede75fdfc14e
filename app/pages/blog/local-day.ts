/** A day in words, and the language that they are in. */
interface LocalDay {
  text: string;
  lang: string;
}

/** How every reader is written to before their own way is known. */
const COMMON_LANGUAGE = 'en-US';

/**
 * A day (`2025-02-03`) as readers of these languages write one, the first that is known: "3. Februar
 * 2025". It is the same day wherever it is read. A tag that is no language's, as some systems have
 * them (`en-US@posix`), leaves it at the common way.
 */
export function localDay(day: string, languages: readonly string[]): LocalDay {
  const format = formatOf([...languages, COMMON_LANGUAGE]) ?? formatOf([COMMON_LANGUAGE])!;
  return { text: format.format(new Date(day)), lang: format.resolvedOptions().locale };
}

function formatOf(languages: string[]): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(languages, { dateStyle: 'long', timeZone: 'UTC' });
  } catch {
    return undefined;
  }
}
