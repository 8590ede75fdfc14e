import type { ComponentProps, ElementType } from 'react';

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
