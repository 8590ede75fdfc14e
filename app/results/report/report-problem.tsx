import { href, isRouteErrorResponse, Link } from 'react-router';
import { site } from '#app/site.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import * as messages from '#app/results/messages.ts';

/** The title of such a page. */
export function problemMeta(error: unknown) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return [{ title: `${isMissing ? String(error.data) : 'Test results'} · ${site.name}` }];
}

/** In place of a report, or of an earlier revision: there is none, or it can't be shown. */
export function ReportProblem({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="page-column pt-6 pb-24">
      <h1 className="mb-6 text-2xl">{isMissing ? 'No such report' : 'Something went wrong'}</h1>
      <Notice
        tone="error"
        action={
          <Link to={href('/plasticlist')} className={buttonClass({ size: 'small' })}>
            Tested products
          </Link>
        }
      >
        {isMissing ? String(error.data) : messages.REPORT_FAILED}
      </Notice>
    </div>
  );
}
