import { use, useId, type ComponentProps, type ReactNode } from 'react';
import { useFocusedWhenWrong, WrongField } from './wrong-field.ts';

const control =
  'min-h-11 w-full rounded-md border border-line-strong bg-paper-raised px-3 py-2 text-base text-ink text-ellipsis placeholder:text-ink-faint focus-visible:border-accent-ink aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:bg-paper-sunk disabled:text-ink-faint';

interface FieldLook {
  label: string;
  /** The label is read aloud only; what is seen must say the same. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong: announced, and gone to by whoever has just sent the form. Otherwise what `WrongField` says. */
  error?: ReactNode;
}

/** A labelled text input with its hint and its error. */
export function Input(field: FieldLook & ComponentProps<'input'>) {
  return <Field {...field}>{(own) => <input {...own} />}</Field>;
}

/** A labelled text of several lines. */
export function Textarea(field: FieldLook & ComponentProps<'textarea'>) {
  return (
    <Field {...field}>
      {(own) => <textarea rows={4} {...own} className={`${control} resize-y`} />}
    </Field>
  );
}

/** A labelled native select. */
export function Select({ children, ...field }: FieldLook & ComponentProps<'select'>) {
  return <Field {...field}>{(own) => <select {...own}>{children}</select>}</Field>;
}

/** The label, the notes, and, by `children`, the control that both are of. */
function Field<Control extends Pick<ComponentProps<'input'>, 'id' | 'name' | 'className'>>({
  label,
  labelHidden,
  hint,
  error: stated,
  className = '',
  children,
  ...rest
}: FieldLook & Omit<Control, 'children'> & { children: (own: Control) => ReactNode }) {
  const made = useId();
  const id = rest.id ?? made;
  const refused = use(WrongField);
  const error = stated ?? (rest.name && rest.name === refused.field ? refused.error : undefined);
  const typed = refused.typed?.[rest.name ?? ''];
  useFocusedWhenWrong(error);
  const own = {
    ...rest,
    ...(typed !== undefined && { defaultValue: typed }),
    id,
    'aria-invalid': error ? true : undefined,
    // A page that was sent for without scripts opens there.
    ...(error && { autoFocus: true }),
    'aria-describedby': hint || error ? `${id}-notes` : undefined,
    className: control,
  };
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'label mb-1.5 block text-ink-soft'}>
        {label}
      </label>
      {/* What is taken out above is no property of any control. */}
      {children(own as unknown as Control)}
      {(hint || error) && (
        <div id={`${id}-notes`} className="mt-1.5 text-sm">
          {error && (
            <p role="alert" className="text-danger">
              {error}
            </p>
          )}
          {hint && <p className="text-ink-faint">{hint}</p>}
        </div>
      )}
    </div>
  );
}
