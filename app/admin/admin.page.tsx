import { href } from 'react-router';
import { AdminFrame } from '#app/admin/admin-frame.tsx';
import { adminSections } from '#app/admin/admin-sections.ts';
import { administratorOf } from '#app/admin/administrator-of.server.ts';
import { site } from '#app/site.ts';
import { Panel } from '#app/ui/panel.tsx';
import type { Route } from './+types/admin.page.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { email: administratorOf(context).email };
}

export function meta() {
  return [{ title: `Administration · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** Where an administrator arrives: what there is. */
export default function AdminPage({ loaderData: { email } }: Route.ComponentProps) {
  const sections = adminSections.filter(({ to }) => to !== href('/admin'));
  return (
    <AdminFrame title="Administration" email={email}>
      <ul className="mt-8 grid gap-5 sm:grid-cols-2">
        {sections.map(({ to, text, what }) => (
          <li key={to}>
            <Panel as="div" className="h-full">
              <h2 className="text-xl">
                <a href={to} className="link">
                  {text}
                </a>
              </h2>
              <p className="mt-2 text-sm text-ink-soft">{what}</p>
            </Panel>
          </li>
        ))}
      </ul>
    </AdminFrame>
  );
}
