import { eaterOf } from '#app/results/answers/eater.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { viewpointAddress, type Viewpoint } from '#app/results/answers/viewpoint.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { ShareLink } from '#app/ui/share-link.tsx';

/** A report's address to be sent on, as it is seen: a phone has its own sheet for that. */
export function ShareWays({ report, viewpoint }: { report: TestedReport; viewpoint: Viewpoint }) {
  const chosen = viewpointAddress(viewpoint, eaterOf(report)).replace(/^\?$/, '');
  return (
    <ShareLink path={reportAddress(report.risk.product_id) + chosen} title={report.name}>
      <span className="pointer-coarse:hidden">Copy link</span>
      <span className="hidden pointer-coarse:inline">Share link</span>
    </ShareLink>
  );
}
