import type { ReactNode } from 'react';
import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';

/** What a refused form comes back with. */
export interface Refused {
  /** The name of the form. */
  form: string;
  error: string;
  typed: Record<string, string>;
}

/** A form of a product's desk, and what was typed into it where it was refused. */
export function DeskForm({
  productId,
  name,
  intent,
  submit,
  hidden = {},
  refused,
  children,
}: {
  productId: number;
  /** Its own on the page: what was typed finds its way back by it. */
  name: string;
  intent: string;
  submit: string;
  hidden?: Record<string, string>;
  refused: Refused | undefined;
  /** Draws the fields, each with what stands in it. */
  children: (valueOf: (field: string, otherwise?: string) => string) => ReactNode;
}) {
  const typed = refused?.form === name ? refused.typed : undefined;
  return (
    <form
      method="post"
      action={href('/admin/testing/:id', { id: String(productId) })}
      className="mt-3 flex flex-col gap-3"
    >
      <input type="hidden" name="form" value={name} />
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        {children((field, otherwise = '') => typed?.[field] ?? otherwise)}
      </div>
      <div>
        <Button type="submit" name="intent" value={intent} size="small">
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** What is seldom needed: closed, unless its form was refused. */
export function Folded({
  summary,
  isOpen,
  children,
}: {
  summary: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen || undefined} className="text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-mono text-xs text-ink-soft underline hover:text-ink">
        {summary}
      </summary>
      {children}
    </details>
  );
}
