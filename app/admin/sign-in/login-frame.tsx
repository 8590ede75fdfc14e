import type { ReactNode } from 'react';
import { Form, href } from 'react-router';
import { site } from '#app/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** Of each step of signing in. An address may hold a token: no other site is told of it. */
export function loginMeta() {
  return [
    { title: `Login · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ];
}

/** A step of signing in: one sheet with one form, what came of it, and the way back to the first step. */
export function LoginFrame(shown: {
  title?: string;
  error?: string | undefined;
  text?: string | undefined;
  intro: string;
  action: '/login' | '/login/link' | '/login/code';
  button: string;
  /** The form's fields; without any there is no form. */
  children: ReactNode;
}) {
  const isFirst = shown.action === '/login';
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-md flex-col gap-6">
        <h1 className="text-3xl">{shown.title ?? 'Login'}</h1>
        {shown.error && <Notice tone="error">{shown.error}</Notice>}
        <div role="status">{shown.text && <Notice tone="good">{shown.text}</Notice>}</div>
        <TitledPanel id="administrators" title="Administrators">
          <p className="mt-3 text-sm text-ink-soft">{shown.intro}</p>
          {shown.children && (
            <Form
              method="post"
              action={shown.action}
              reloadDocument={!isFirst}
              className="mt-4 flex flex-col gap-4"
            >
              {shown.children}
              <Button type="submit" variant="primary">
                {shown.button}
              </Button>
            </Form>
          )}
          {!isFirst && (
            <a href={href('/login')} className="link mt-4 inline-block text-sm">
              Send another link
            </a>
          )}
        </TitledPanel>
      </div>
    </div>
  );
}
