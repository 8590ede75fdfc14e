import type { ReactNode } from 'react';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** A step of signing in: one sheet with one form, and what came of it. */
export function LoginFrame({
  title,
  error,
  text,
  children,
}: {
  title: string;
  error?: string | undefined;
  text?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-md flex-col gap-6">
        <h1 className="text-3xl">{title}</h1>
        {error && <Notice tone="error">{error}</Notice>}
        <div role="status">{text && <Notice tone="good">{text}</Notice>}</div>
        <TitledPanel id="administrators" title="Administrators">
          {children}
        </TitledPanel>
      </div>
    </div>
  );
}
