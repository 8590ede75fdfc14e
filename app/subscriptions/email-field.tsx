import type { ComponentProps } from 'react';
import { Input } from '#app/ui/field.tsx';

/** A domain without a dot is an address to browsers, but none that mail from here reaches. */
const WHOLE_ADDRESS = '[^@\\s]+@[^@\\s]+\\.[^@\\s]+';

/** Takes one email address: required, and of the shape that the calls take. */
export function EmailField(props: Omit<ComponentProps<typeof Input>, 'label' | 'type'>) {
  return (
    <Input
      placeholder="you@example.org"
      {...props}
      label="Your email"
      type="email"
      name="email"
      autoComplete="email"
      required
      maxLength={254}
      pattern={WHOLE_ADDRESS}
      title="An email address, such as you@example.org"
    />
  );
}
