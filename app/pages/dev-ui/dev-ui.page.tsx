import { data } from 'react-router';
import { hasLocalOutbox } from '#app/platform/mail/mail-transport.server.ts';
import { site } from '#app/site.ts';
import { readColours, readTypeScale } from '#app/ui/read-tokens.ts';
import styles from '#app/ui/styles.css?raw';
import { Buttons, Contents, Dialogs, FieldSpecimens, Links } from './controls.tsx';
import { Bars, Explanations, Panels, Tiles } from './drawings.tsx';
import { parts } from './parts.ts';
import { Part } from './part.tsx';
import { Colours } from './colours.tsx';
import { Spacing, Type } from './scales.tsx';
import { Lines, Notices, Tags, Toasts } from './voices.tsx';
import type { Route } from './+types/dev-ui.page.ts';
import ownStyles from './dev-ui.css?url';

/** There where the outbox is: for those who build the site, not for those who visit it. */
export function loader() {
  if (!hasLocalOutbox()) throw data('There is no such page.', { status: 404 });
  return { colours: readColours(styles), steps: readTypeScale(styles) };
}

export function meta() {
  return [{ title: `Design system · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** Every part of `app/ui` in every state, by day and by night at once. */
export default function DevUiPage({ loaderData: { colours, steps } }: Route.ComponentProps) {
  return (
    <>
      <link rel="stylesheet" href={ownStyles} precedence="default" />
      <header className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">Design system</p>
          <h1 className="text-3xl sm:text-4xl">Every part, by day and by night</h1>
          <p className="mt-3 max-w-prose text-ink-soft">
            A laboratory notebook: warm paper, ink, hairlines, one sage accent. Colors and sizes
            below are read from the style sheet that the site is served with, and each contrast is
            computed from them.
          </p>
          <nav aria-label="Parts" className="mt-6">
            <ul className="flex flex-wrap gap-x-5 gap-y-1">
              {parts.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} className="link inline-block py-1 font-mono text-sm">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <div className="page-column dev-parts">
        <Part id="colour" dark={<Colours colours={colours} scheme="dark" />}>
          <Colours colours={colours} scheme="light" />
        </Part>
        <Part id="type">
          <Type steps={steps} />
        </Part>
        <Part id="spacing">
          <Spacing />
        </Part>
        <Part id="buttons">
          <Buttons />
        </Part>
        <Part id="links">
          <Links />
        </Part>
        <Part id="contents" dark={<Contents scheme="dark" />}>
          <Contents scheme="light" />
        </Part>
        <Part id="fields">
          <FieldSpecimens />
        </Part>
        <Part id="dialogs">
          <Dialogs />
        </Part>
        <Part id="notices">
          <Notices />
        </Part>
        <Part id="toasts">
          <Toasts />
        </Part>
        <Part id="lines">
          <Lines />
        </Part>
        <Part id="tags">
          <Tags />
        </Part>
        <Part id="bars">
          <Bars />
        </Part>
        <Part id="tiles">
          <Tiles />
        </Part>
        <Part id="panels" dark={<Panels scheme="dark" />}>
          <Panels scheme="light" />
        </Part>
        <Part id="explained">
          <Explanations />
        </Part>
      </div>
    </>
  );
}
