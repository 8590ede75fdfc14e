import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
} from 'react-router';
import { ArrivalNotice, useFocusOnArrival } from '#app/shell/arrival-notice.tsx';
import { Footer } from '#app/shell/footer.tsx';
import { Navigation } from '#app/shell/navigation.tsx';
import { OutsideMeta, OutsideServices } from '#app/shell/outside-services.tsx';
import { PendingBar } from '#app/shell/pending-bar.tsx';
import { NotFound, Problem } from '#app/shell/problem.tsx';
import { sayDatabaseIsAway } from '#app/http/database-away.server.ts';
import { markdownAddress } from '#app/assistants/markdown-address.ts';
import { site } from './site.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { paper } from '#app/ui/palette.ts';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { useWatchedForms } from '#app/ui/wrong-field.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import displayFont from '#app/ui/fonts/fraunces.woff2?url';
import textFont from '#app/ui/fonts/inter.woff2?url';
import type { Route } from './+types/root.ts';
import styles from '#app/ui/styles.css?url';

const MAIN_ID = 'main';

export const middleware: Route.MiddlewareFunction[] = [sayDatabaseIsAway];

const FONT = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
} as const;

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/icon-32.png', type: 'image/png', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'alternate', href: '/feed.xml', type: 'application/atom+xml', title: site.name },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { ...FONT, href: textFont },
  { ...FONT, href: displayFont },
];

/** Every page's document, errors included. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-name={site.name} data-tagline={site.tagline} data-operator={site.operator}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={paper.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={paper.dark} media="(prefers-color-scheme: dark)" />
        <Markdown />
        <OutsideMeta />
        <Meta />
        <Links />
      </head>
      <body>
        <ToastProvider>
          <Shell>{children}</Shell>
        </ToastProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** The same page for programs that read for people. */
function Markdown() {
  const { pathname, search } = useLocation();
  const address = markdownAddress(pathname, search);
  return address && <link rel="alternate" type="text/markdown" href={address} />;
}

function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useFocusOnArrival(MAIN_ID);
  useWatchedForms();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to={MAIN_ID}>Skip to content</SkipLink>
      <PendingBar />
      <Navigation />
      {/* The bar is fixed: this keeps its full height free, so that nothing moves when it shrinks. */}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={`flex flex-1 flex-col print:pt-0 ${pathname === '/' ? 'pt-18' : 'pt-13'}`}
      >
        {children}
      </main>
      <Footer />
      <ArrivalNotice />
      <OutsideServices />
    </div>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: '' };
  if (status === 404) {
    return (
      <>
        <title>{`Page not found · ${site.name}`}</title>
        <NotFound />
      </>
    );
  }
  const [line, title, way, text] =
    status === 413
      ? ['413', 'This is too large', 'Back to the form', String(data)]
      : status === 503
        ? ['503', 'Back in a moment', 'Try again', DATABASE_AWAY]
        : ['', 'Something went wrong', 'Try again', BROKEN];
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <Problem
        line={line}
        title={`${title}.`}
        action={
          <a href="" className={buttonClass({ variant: 'primary' })}>
            {way}
          </a>
        }
      >
        {text}
      </Problem>
    </>
  );
}

const DATABASE_AWAY =
  'The site can’t reach its database right now. Your funding list is still where you left it, and nothing was lost. Please try again in a moment.';
const BROKEN =
  'The problem is on our side. Nothing was charged, and nothing was lost. Please try again in a moment.';
