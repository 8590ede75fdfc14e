import { type ComponentProps, type ReactNode, useId } from 'react';
import { useActionData, useLocation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { WrongField, type RefusedFields } from '#app/ui/wrong-field.ts';
import { Input } from '#app/ui/field.tsx';

/** What a refused form comes back with. */
interface RefusedForm extends RefusedFields {
  /** The name of the form. */
  form: string;
  error: string;
  typed: Record<string, string>;
}

/** A form that is sent to the page on which it stands, with `fields` that nobody sees. */
export function DeskForm({
  fields = {},
  children,
  ...form
}: ComponentProps<'form'> & { fields?: Readonly<Record<string, string | number>> }) {
  return (
    <form method="post" action={useLocation().pathname} {...form}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** The form of this page that was refused. */
export function useRefused(): RefusedForm | undefined {
  const outcome = useActionData<Partial<RefusedForm>>();
  return outcome?.typed && (outcome as RefusedForm);
}

/** A form in which what was typed stands again where it was refused. */
export function RestoredForm({
  name,
  intent,
  submit,
  about,
  hidden = {},
  takesFile = false,
  summary,
  children,
}: {
  /** Its own on the page: what was typed finds its way back by it. */
  name: string;
  intent: string;
  submit: string;
  /** As of a button. */
  about?: string;
  hidden?: Record<string, string>;
  /** It takes a file, which has to be chosen again where the form is refused. */
  takesFile?: boolean;
  /** What it is folded behind until it is opened, or refused. */
  summary?: string | undefined;
  children: ReactNode;
}) {
  const refused = useRefused();
  const own = refused?.form === name ? refused : undefined;
  const form = (
    <DeskForm
      encType={takesFile ? 'multipart/form-data' : undefined}
      className="mt-3 mb-2 flex flex-col gap-3"
      fields={{ form: name, ...hidden }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <WrongField value={own ?? {}}>{children}</WrongField>
      </div>
      <div>
        <IntentButton intent={intent} about={about}>
          {submit}
        </IntentButton>
      </div>
    </DeskForm>
  );
  if (!summary) return form;
  return (
    <Folded {...{ summary, about }} isOpen={own !== undefined}>
      {form}
    </Folded>
  );
}

/** A button that sends its form with what is to be done. */
export function IntentButton({
  intent,
  about,
  children,
  ...look
}: ComponentProps<typeof Button> & {
  intent: string;
  /** What it is about, for whoever hears the button alone. */
  about?: string | undefined;
}) {
  return (
    <Button type="submit" name="intent" value={intent} size="small" {...look}>
      {children}
      {about && <span className="sr-only"> {about}</span>}
    </Button>
  );
}

/** What is seldom needed: closed, unless its form was refused. */
export function Folded({
  summary,
  about,
  isOpen,
  children,
}: {
  summary: string;
  /** As a form's. */
  about?: string | undefined;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen || undefined} className="text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-mono text-xs text-ink-soft underline hover:text-ink">
        {summary}
        {about && <span className="sr-only"> {about}</span>}
      </summary>
      {children}
    </details>
  );
}

/** One button that posts a request about one thing, by a form that needs no script. */
export function Press({
  to,
  intent,
  fields,
  about,
  asks,
  children,
}: {
  /** The page whose action is asked; the one that it stands on unless given. */
  to?: string;
  intent: string;
  fields: Readonly<Record<string, string>>;
  about: string;
  /** What is to be said yes to beside it. */
  asks?: ReactNode;
  children: string;
}) {
  return (
    <DeskForm fields={fields} {...(to && { action: to })}>
      {asks}
      <IntentButton intent={intent} about={about}>
        {children}
      </IntentButton>
    </DeskForm>
  );
}

/** The reason that something is done for. */
export function WhyField({ label = 'Why' }: { label?: string }) {
  return (
    <Input
      label={label}
      name="reason"
      required
      maxLength={300}
      autoComplete="off"
      className="sm:col-span-2"
      hint="The trail keeps it permanently. No names, please."
    />
  );
}

/** What is never undone is done by two: this box and a button. */
export function Sure({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 text-sm">
      <input
        id={id}
        type="checkbox"
        name="sure"
        value="yes"
        required
        className="mt-0.5 size-5 shrink-0 accent-accent-ink"
      />
      <label htmlFor={id}>{children}</label>
    </div>
  );
}
