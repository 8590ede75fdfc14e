import { use, type ComponentProps } from 'react';
import { Day } from '#app/admin-ui/day-field.tsx';
import { Folded, RestoredForm, useRefused } from '#app/admin-ui/desk-form.tsx';
import type { ActField } from '#app/testing/act-fields.ts';
import type { TestState } from '#app/testing/act.ts';
import { ACT_NAMES, ACTS, ALL_ACTS, type ActName } from '#app/testing/acts.ts';
import type { Fields } from '#app/testing/read-input.ts';
import { TEST_REFUSALS } from '#app/testing/refusals.ts';
import { Input, Select } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { WrongField } from '#app/ui/wrong-field.ts';

/** The form of an act, as its description has it. */
export function ActForm({
  act,
  form = act,
  submit,
  summary,
  fields = ACTS[act].fields,
  standing = {},
}: {
  act: ActName;
  /** Its own on the page: what was typed finds its way back by it. */
  form?: string;
  submit: string;
  /** What it is folded behind until it is opened, or refused. */
  summary?: string;
  fields?: Readonly<Record<string, ActField>>;
  /** What stands in its fields, by their names in the form. */
  standing?: Fields;
}) {
  const named = Object.entries(fields).map(([key, field]) => ({
    ...field,
    name: field.name ?? key,
  }));
  const isSent = ({ kind, isGiven }: ActField) => isGiven || /^(id|own)/.test(kind);
  const sent = named.filter(isSent).map(({ name }) => [name, standing[name] ?? '']);
  const refused = useRefused();
  const error = refused?.form === form ? refused.error : undefined;
  return (
    <RestoredForm
      name={form}
      intent={act}
      submit={submit}
      summary={summary}
      hidden={Object.fromEntries(sent) as Record<string, string>}
      takesFile={named.some(({ kind }) => kind === 'photo')}
    >
      {named
        .filter((field) => !isSent(field))
        .filter(({ askedAfter }) => !askedAfter || error?.endsWith(TEST_REFUSALS[askedAfter]))
        .map((field) => (
          <ActInput key={field.name} field={field} value={standing[field.name] ?? ''} />
        ))}
    </RestoredForm>
  );
}

function ActInput({
  field: { kind, label, name, hint, isRequired, isExpected, most, type, choices, isWide },
  value,
}: {
  field: ActField & { name: string };
  /** What stands in it, where nothing was typed. */
  value: string;
}) {
  const className = isWide ? 'sm:col-span-2' : '';
  const { typed } = use(WrongField);
  const look = { label, name, hint, className, required: isRequired || isExpected };
  if (kind === 'day' && isRequired) return <Day {...look} value={value} />;
  if (kind === 'flag')
    return (
      <label className={`flex min-h-8 items-center gap-3 text-sm ${className}`}>
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={(typed?.[name] ?? value) !== ''}
          className="size-5 shrink-0"
        />
        {label}
      </label>
    );
  if (kind === 'choice')
    return (
      <Select {...look} defaultValue={value}>
        {Object.entries(choices ?? {}).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </Select>
    );
  // A file is chosen anew each time.
  const stands = kind !== 'photo' && { defaultValue: value };
  return <Input {...look} type={type} maxLength={most} {...stands} {...TYPED_AS[kind]} />;
}

/** How a kind of field is typed, in a browser. */
const TYPED_AS: Partial<Record<ActField['kind'], ComponentProps<'input'>>> = {
  day: { type: 'date' },
  cents: { inputMode: 'decimal', maxLength: 12 },
  count: { inputMode: 'numeric', maxLength: 2 },
  email: { type: 'email' },
  photo: { type: 'file', accept: 'image/jpeg,image/png,image/webp,image/avif' },
};

/** The forms that one side of the desk offers by themselves, as the test stands. */
export function ActPanels({
  side,
  test,
  standingOf,
}: {
  side: 'left' | 'right';
  test: TestState;
  standingOf: (act: ActName) => Fields;
}) {
  const refused = useRefused();
  return ACT_NAMES.map((act) => {
    const { fields, ...described } = ALL_ACTS[act];
    const panel = described.side === side ? described.panel?.(test) : undefined;
    if (!panel) return null;
    const { title, about, summary, submit, without = [] } = panel;
    const asked = Object.entries(fields).filter(([key]) => !without.includes(key));
    const form = (
      <ActForm
        act={act}
        submit={submit}
        fields={Object.fromEntries(asked)}
        standing={standingOf(act)}
      />
    );
    const isOpen = refused?.form === act;
    const words = about && <p className="mt-3 text-sm text-ink-soft">{about}</p>;
    const folded = summary && (
      <Folded summary={summary} isOpen={isOpen}>
        {!title && words}
        {form}
      </Folded>
    );
    if (!title) return <div key={act}>{folded}</div>;
    return (
      <TitledPanel key={act} id={act} title={title}>
        {words}
        {folded || form}
      </TitledPanel>
    );
  });
}
