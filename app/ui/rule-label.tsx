import type { ComponentProps, ElementType, ReactNode } from 'react';

/** A monospaced heading with a hairline running out to the margin, and an optional note there. */
export function RuleLabel({
  as: Element = 'h2',
  id,
  note,
  className = '',
  children,
}: {
  as?: ElementType;
  id?: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <Element id={id} className="label font-medium text-ink">
        {children}
      </Element>
      <span aria-hidden="true" className="h-px min-w-4 flex-1 bg-line" />
      {note && <span className="label tabular text-ink-faint">{note}</span>}
    </div>
  );
}

/** A section under such a heading, which `gap` keeps apart from what follows. */
export function RuledSection({
  id,
  title,
  note,
  gap,
  children,
  ...section
}: ComponentProps<'section'> & { id: string; title: string; note?: ReactNode; gap?: string }) {
  return (
    <section aria-labelledby={id} {...section}>
      <RuleLabel {...{ id, note }} className={gap}>
        {title}
      </RuleLabel>
      {children}
    </section>
  );
}
