import { Input } from '#app/ui/field.tsx';

export const CODE_HINT = 'Six digits from your app, or a recovery code.';

/** The code of a second factor, or a recovery code. */
export function CodeField({ name = 'code', hint }: { name?: string; hint?: string }) {
  return (
    <Input
      label="Code"
      name={name}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={20}
      hint={hint}
    />
  );
}
