import { useId, type ReactNode } from 'react';

/** A picture of figures as wide as its place, with its name and what is to be seen in it. */
export function ChartFrame({
  title,
  description,
  heightPx,
  className = '',
  children,
}: {
  title: string;
  description: string;
  heightPx: number;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <svg
      role="img"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}desc`}
      width="100%"
      height={heightPx}
      className={`overflow-visible ${className} font-mono text-xs text-ink-soft tabular`}
    >
      <title id={`${id}title`}>{title}</title>
      <desc id={`${id}desc`}>{description}</desc>
      {children}
    </svg>
  );
}
