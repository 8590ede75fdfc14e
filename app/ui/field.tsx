import { useId, type ComponentProps, type ReactNode } from 'react';

const control =
  'min-h-11 w-full rounded-md border border-line-strong bg-paper-raised px-3 py-2 text-base text-ink text-ellipsis placeholder:text-ink-faint focus-visible:border-accent-ink aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:bg-paper-sunk disabled:text-ink-faint';

interface FieldLook {
  label: string;
  /** The label is read aloud only; what is seen must say the same. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
}

/** A labelled text input with its hint and its error. */
export function Input({
  label,
  labelHidden,
  hint,
  error,
  className = '',
  ...rest
}: FieldLook & ComponentProps<'input'>) {
  const id = useId();
  const inputId = rest.id ?? id;
  return (
    <Field {...{ label, labelHidden, hint, error, className }} id={inputId}>
      <input
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${inputId}-notes` : undefined}
        className={control}
      />
    </Field>
  );
}

/** A labelled text of several lines. */
export function Textarea({
  label,
  labelHidden,
  hint,
  error,
  className = '',
  ...rest
}: FieldLook & ComponentProps<'textarea'>) {
  const id = useId();
  const textId = rest.id ?? id;
  return (
    <Field {...{ label, labelHidden, hint, error, className }} id={textId}>
      <textarea
        rows={4}
        {...rest}
        id={textId}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${textId}-notes` : undefined}
        className={`${control} resize-y`}
      />
    </Field>
  );
}

/** A labelled native select. */
export function Select({
  label,
  labelHidden,
  hint,
  error,
  className = '',
  ...rest
}: FieldLook & ComponentProps<'select'>) {
  const id = useId();
  const selectId = rest.id ?? id;
  return (
    <Field {...{ label, labelHidden, hint, error, className }} id={selectId}>
      <select
        {...rest}
        id={selectId}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${selectId}-notes` : undefined}
        className={control}
      />
    </Field>
  );
}

function Field({
  id,
  label,
  labelHidden,
  hint,
  error,
  className,
  children,
}: FieldLook & { id: string; className: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'label mb-1.5 block text-ink-soft'}>
        {label}
      </label>
      {children}
      {(hint || error) && (
        <div id={`${id}-notes`} className="mt-1.5 text-sm">
          {error && <p className="text-danger">{error}</p>}
          {hint && <p className="text-ink-faint">{hint}</p>}
        </div>
      )}
    </div>
  );
}
