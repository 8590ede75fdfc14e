import type { ComponentProps, ElementType, ReactNode } from 'react';
import { RuleLabel } from './rule-label.tsx';

/** A raised sheet with a hairline frame. `as` chooses the element, `section` unless told. */
export function Panel({
  as: Element = 'section',
  className = '',
  ...rest
}: ComponentProps<'section'> & { as?: ElementType }) {
  return (
    <Element
      {...rest}
      className={`rounded-lg border border-line bg-paper-raised p-4 sm:p-5 ${className}`}
    />
  );
}

/** One that is named by its heading, which has the `id`. */
export function TitledPanel({
  id,
  title,
  note,
  className,
  children,
}: {
  id: string;
  title: ReactNode;
  /** At the heading's right. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Panel aria-labelledby={id} className={className}>
      <RuleLabel id={id} note={note}>
        {title}
      </RuleLabel>
      {children}
    </Panel>
  );
}
