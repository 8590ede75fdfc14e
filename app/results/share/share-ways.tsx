import { href } from 'react-router';
import { eaterOf, personText, servingsText } from '#app/results/eater.ts';
import { tilesOf } from '#app/results/report-cards.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { verdictText } from '#app/results/verdict.ts';
import { viewpointAddress, type Viewpoint } from '#app/results/viewpoint.ts';
import { ShareLink } from '#app/ui/share-link.tsx';
import { shareFileName, shareImageAddress } from './share-address.ts';

/** Shown of the square picture, in pixels. */
const SHOWN_PX = 300;

/** A report to be sent on: its link, its answer as a text, and one picture that is read at a glance. */
export function ShareWays({ report, viewpoint }: { report: TestedReport; viewpoint: Viewpoint }) {
  const { name, serving_size_g: servingG, risk } = report;
  const originalId = String(risk.product_id);
  const chosen = viewpointAddress(viewpoint, eaterOf(report)).replace(/^\?$/, '');
  const path = `${href('/plasticlist/:originalId', { originalId })}${chosen}`;
  const verdict = verdictText(tilesOf(report, { ...viewpoint, authority: 'EFSA' }), risk.not_food);
  const eaten = `${personText(viewpoint.weightKg)}, ${servingsText(viewpoint.servings, servingG)}`;
  const text = `${name}, tested for plastic chemicals. ${verdict} For ${eaten}.`;
  const picture = shareImageAddress({
    originalId: risk.product_id,
    eater: viewpoint,
    opening: eaterOf(report),
    isSquare: true,
  });
  return (
    <details className="max-w-prose">
      <summary className="inline-flex min-h-11 link items-center">
        Share a link, a text, or a square picture
      </summary>
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
        <p>
          <a href={picture} download={shareFileName(name, true)} className="link">
            <img
              src={picture}
              alt={`${name}: ${verdict}`}
              width={SHOWN_PX}
              height={SHOWN_PX}
              loading="lazy"
              className="mb-2 rounded-sm border border-line"
            />
            Save the picture
          </a>
        </p>
      </div>
    </details>
  );
}
