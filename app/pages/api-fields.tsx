import type { ApiField } from '#app/http/api-outline.ts';

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
            {isOptional && <span className="text-xs text-ink-faint"> optional</span>}
          </p>
          <p className="min-w-0 text-ink-soft">
            <span className="font-mono">
              <ShapeLink type={type} shape={shape} />
            </span>
            {note && <span className="block text-xs wrap-anywhere text-ink-faint">{note}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The name of a type; where it is a shape of the page's end, a link to it. */
export function ShapeLink({ type, shape }: { type: string; shape?: string | undefined }) {
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
