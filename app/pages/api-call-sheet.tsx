import type { ApiCall, ApiContent, ApiField } from '#app/http/api-outline.ts';
import { Tag } from '#app/ui/tag.tsx';

/** One call: what it is for, what it takes, and each of its answers. */
export function ApiCallSheet({ call }: { call: ApiCall }) {
  const { id, method, path, summary, parameters, body, answers } = call;
  const name = `${method} ${path}`;
  return (
    <article id={id} aria-labelledby={`${id}-name`} className="mt-8 scroll-mt-20">
      <h3
        id={`${id}-name`}
        className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-mono text-base font-medium"
      >
        <Tag tone={method === 'GET' ? 'accent' : 'plain'}>{method}</Tag>
        <a href={`#${id}`} className="link wrap-anywhere text-ink">
          {path}
        </a>
        {call.isForAdministrators && <Tag tone="warn">Administrators</Tag>}
      </h3>
      <p className="mt-2 max-w-prose text-ink-soft">{summary}.</p>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <ApiFields fields={parameters} label={`Parameters of ${name}`} />
        </Part>
      )}
      {body && (
        <Part title="Body" note={<Whole content={body} />}>
          <ApiFields fields={body.fields} label={`Body of ${name}`} />
        </Part>
      )}
      <Part title="Answers">
        <ul className="mt-1 flex flex-col gap-3">
          {answers.map((answer) => (
            <li key={answer.status}>
              <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
                <span className="font-mono text-ink">
                  {answer.status === 'default' ? '4xx, 5xx' : answer.status}
                </span>
                <span className="text-ink-soft">{answer.description}</span>
                <Whole content={answer} />
              </p>
              <ApiFields fields={answer.fields} label={`Answer ${answer.status} of ${name}`} />
            </li>
          ))}
        </ul>
      </Part>
    </article>
  );
}

function Part({
  title,
  note,
  children,
}: {
  title: string;
  note?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <div className="mt-4">
      <p className="flex items-baseline gap-2 text-sm">
        <span className="label text-ink-soft">{title}</span>
        {note}
      </p>
      {children}
    </div>
  );
}

/** What kind of thing a body or an answer is as a whole; an object goes without saying. */
function Whole({ content: { type, shape } }: { content: ApiContent }) {
  if (type === 'object') return null;
  return (
    <span className="font-mono text-sm">
      <ShapeLink type={type} shape={shape} />
    </span>
  );
}

/** Fields as a list: name and type on one line, and below them what limits them. */
export function ApiFields({ fields, label }: { fields: ApiField[]; label: string }) {
  if (fields.length === 0) return null;
  return (
    <ul
      aria-label={label}
      className="mt-1 rounded-md border border-line bg-paper-raised text-sm [&>li+li]:border-t [&>li]:border-line"
    >
      {fields.map(({ name, type, shape, isOptional, note }) => (
        <li
          key={name}
          className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
        >
          <p className="min-w-0">
            <code className="font-mono wrap-anywhere text-ink">{name}</code>
            {isOptional && <span className="text-sm text-ink-faint"> optional</span>}
          </p>
          <p className="min-w-0 text-ink-soft">
            <span className="font-mono">
              <ShapeLink type={type} shape={shape} />
            </span>
            {note && <span className="block text-sm wrap-anywhere text-ink-faint">{note}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The name of a type; where it is a shape of the page's end, a link to it. */
function ShapeLink({ type, shape }: { type: string; shape?: string | undefined }) {
  if (!shape) return type;
  const [before = '', after = ''] = type.split(shape);
  return (
    <>
      {before}
      <a href={`#shape-${shape}`} className="link">
        {shape}
      </a>
      {after}
    </>
  );
}
