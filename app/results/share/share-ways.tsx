import { href } from 'react-router';
import { eaterOf, personText, servingsText } from '#app/results/answers/eater.ts';
import { tilesOf } from '#app/results/answers/report-cards.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { verdictText } from '#app/results/answers/verdict.ts';
import { viewpointAddress, type Viewpoint } from '#app/results/answers/viewpoint.ts';
import { ShareLink } from '#app/ui/share-link.tsx';

/** A report to be sent on: its link, and its answer as a text. */
export function ShareWays({ report, viewpoint }: { report: TestedReport; viewpoint: Viewpoint }) {
  const { name, serving_size_g: servingG, risk } = report;
  const originalId = String(risk.product_id);
  const chosen = viewpointAddress(viewpoint, eaterOf(report)).replace(/^\?$/, '');
  const path = `${href('/plasticlist/:originalId', { originalId })}${chosen}`;
  const verdict = verdictText(tilesOf(report, { ...viewpoint, authority: 'EFSA' }), risk.not_food);
  const eaten = `${personText(viewpoint.weightKg)}, ${servingsText(viewpoint.servings, servingG)}`;
  const text = `${name}, tested for plastic chemicals. ${verdict} For ${eaten}.`;
  return (
    <details className="max-w-prose">
      <summary className="inline-flex min-h-11 link items-center">Share a link or a text</summary>
      <div className="mt-2 flex flex-col gap-4">
        <ShareLink path={path} title={name}>
          Share link
        </ShareLink>
        <blockquote className="border-l-3 border-accent bg-paper-raised px-4 py-3">
          {text}
        </blockquote>
        <ShareLink path={path} title={name} text={text}>
          Share text
        </ShareLink>
      </div>
    </details>
  );
}
