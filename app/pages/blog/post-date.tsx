import { useSyncExternalStore } from 'react';
import { PUBLISHED } from './messages.ts';

/**
 * The line that says since when a post is there, in the reader's own date format.
 * The server cannot know that and writes it one way for everybody, and so does the first paint of a
 * browser; what takes its place stands on the same line, so that nothing below moves.
 */
export function PostDate({ day }: { day: string }) {
  const languages = useSyncExternalStore(never, readersLanguages, nobodys);
  const { text, lang } = localDay(day, languages === '' ? [] : languages.split(','));
  return (
    <p className="font-mono text-sm text-ink-faint">
      {PUBLISHED}{' '}
      <time dateTime={day} lang={lang} dir="auto">
        {text}
      </time>
    </p>
  );
}

const never = () => () => {};
const nobodys = () => '';

/** As one text, which is the same each time it is asked for. */
function readersLanguages(): string {
  return navigator.languages.join(',');
}

/** How every reader is written to before their own way is known. */
const COMMON_LANGUAGE = 'en-US';

/**
 * A day (`2025-02-03`) as readers of these languages write one, the first that is known: "3. Februar
 * 2025", and the language that it is in. It is the same day wherever it is read. A tag that is no language's, as some systems have
 * them (`en-US@posix`), leaves it at the common way.
 */
export function localDay(day: string, languages: readonly string[]) {
  const format = formatOf([...languages, COMMON_LANGUAGE]);
  return { text: format.format(new Date(day)), lang: format.resolvedOptions().locale };
}

function formatOf(languages: string[]): Intl.DateTimeFormat {
  const how = { dateStyle: 'long', timeZone: 'UTC' } as const;
  try {
    return new Intl.DateTimeFormat(languages, how);
  } catch {
    return new Intl.DateTimeFormat(COMMON_LANGUAGE, how);
  }
}
