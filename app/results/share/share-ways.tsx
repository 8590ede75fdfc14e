import { href } from 'react-router';
import { eaterOf } from '#app/results/answers/eater.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { viewpointAddress, type Viewpoint } from '#app/results/answers/viewpoint.ts';
import { ShareLink } from '#app/ui/share-link.tsx';

/** A report's address to be sent on, as it is seen: a phone has its own sheet for that. */
export function ShareWays({ report, viewpoint }: { report: TestedReport; viewpoint: Viewpoint }) {
  const originalId = String(report.risk.product_id);
  const chosen = viewpointAddress(viewpoint, eaterOf(report)).replace(/^\?$/, '');
  const path = `${href('/plasticlist/:originalId', { originalId })}${chosen}`;
  return (
    <ShareLink path={path} title={report.name}>
      <span className="pointer-coarse:hidden">Copy link</span>
      <span className="hidden pointer-coarse:inline">Share link</span>
    </ShareLink>
  );
}
