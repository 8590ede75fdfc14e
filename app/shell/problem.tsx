import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';

/** A page that says what went wrong and where to go from here. */
export function Problem({
  line,
  title,
  children,
  action,
}: {
  /** Above the title: the specification’s bracketed line, or a number. */
  line?: string;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex-1 squared">
      <div className="page-column pt-16 pb-28">
        {line && <p className="font-mono text-sm text-danger">{line}</p>}
        <h1 className="mt-3 text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-4 max-w-prose text-ink-soft">{children}</p>
        <p className="mt-8 flex flex-wrap gap-3">
          {action}
          <Link to={href('/')} className={buttonClass({ variant: action ? 'outline' : 'primary' })}>
            Products to fund
          </Link>
          <Link to={href('/plasticlist')} className={buttonClass()}>
            Tested products
          </Link>
        </p>
      </div>
    </div>
  );
}

/** What stands where there is no page. */
export function NotFound() {
  return (
    <Problem line="404" title="There is no page here.">
      The address may be mistyped, or the page may have moved. Your funding list is still where you
      left it.
    </Problem>
  );
}
