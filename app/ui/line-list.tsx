import type { ComponentProps } from 'react';

/** What changed, or whatever else is told a line each. */
export function LineList({ lines, ...rest }: ComponentProps<'ul'> & { lines: readonly string[] }) {
  return (
    <ul {...rest}>
      {lines.map((line) => (
        <li key={line} className="py-0.5 wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}
