import { useSyncExternalStore } from 'react';
import { localDay } from './local-day.ts';
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
