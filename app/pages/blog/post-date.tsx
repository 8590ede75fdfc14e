import { dayText } from '#app/kit/day-text.ts';
import { published } from './messages.ts';

/**
 * The line that says since when a post is there. The date is written one way for every reader: what
 * a browser's own settings would make of it could not have been rendered on the server.
 */
export function PostDate({ day }: { day: string }) {
  return (
    <p className="font-mono text-sm text-ink-faint">
      <time dateTime={day}>{published(dayText(day))}</time>
    </p>
  );
}
