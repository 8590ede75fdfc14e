import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { Input } from '#app/ui/field.tsx';

/** The field that carries the code along with the form that waited for it. */
export const FRESH_CODE_FIELD = 'fresh-code';

/** A form that waits for a code: all that was filled in, in its order. */
export interface CodeAsked {
  fields: [name: string, value: string][];
  /** Why the last code was not taken. */
  error?: string;
}

/** Asks for a code of the second factor, and sends the form on with it to where it came from. */
export function CodeAskedForm({ fields, error }: CodeAsked) {
  return (
    <TitledPanel id="fresh-code-needed" title="Enter a code first" className="mt-6 max-w-md">
      <p className="mt-3 text-sm text-ink-soft">
        Enter a code from your authenticator app, or a recovery code, to go on. You won’t be asked
        again for ten minutes, and everything you filled in is kept.
      </p>
      {error && (
        <Notice tone="error" className="mt-3">
          {error}
        </Notice>
      )}
      <form method="post" className="mt-4 flex flex-col gap-3">
        {fields.map(([name, value], at) => (
          <input key={`${at} ${name}`} type="hidden" name={name} value={value} />
        ))}
        <CodeField name={FRESH_CODE_FIELD} hint={CODE_HINT} />
        <div>
          <Button type="submit" variant="primary" size="small">
            Continue
          </Button>
        </div>
      </form>
    </TitledPanel>
  );
}

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
