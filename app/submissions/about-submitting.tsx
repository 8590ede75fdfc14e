import type { ReactNode } from 'react';
import { REFUND_DAYS, REFUND_WARNING_DAYS, TARGET_EACH } from '#app/kit/facts.ts';
import { MANUFACTURER_MONEY, SCOPE } from '#app/kit/policies.ts';
import { formatCents, samples } from '#app/kit/money.ts';
import type { TestPanel } from '#app/toxicology/panels/panel.ts';
import { panels, priceOf } from '#app/toxicology/panels/panels.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { capitalized } from '#app/kit/text.ts';

/** What happens to a product that is added. */
export function AboutSubmitting({ panel = panels[0] }: { panel?: TestPanel }) {
  const { targetCents, levels } = priceOf(panel);
  return (
    <section aria-labelledby="happens">
      <RuleLabel id="happens">What happens then</RuleLabel>
      <ol className="mt-2 divide-y divide-line">
        <Step title="It is listed as soon as you have paid.">
          Yours is the first contribution, and anyone can add to it. Until we have reviewed it, its
          page says so, and search engines are asked not to list it. If its page, its barcode, or
          its name is already listed or tested, we offer you that entry first, so that money isn’t
          split between two, and we show you what is listed under a similar name.
        </Step>
        <Step title={`It is tested once ${formatCents(targetCents)} has been raised.`}>
          {capitalized(samples(levels))} at{' '}
          {panel.key === 'plastics' ? TARGET_EACH : `${formatCents(panel.sampleCents)} each`},
          bought at ordinary stores and sent to an independent laboratory.
        </Step>
        <Step title="If it does not reach its goal, you are refunded.">
          Automatically, {REFUND_DAYS} days after your payment. We email you {REFUND_WARNING_DAYS}{' '}
          days before. You also get a refund if the laboratory cannot test the product.
        </Step>
        <Step title="It has to be sold in the United States.">
          {SCOPE} {MANUFACTURER_MONEY}
        </Step>
      </ol>
    </section>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="py-4">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-sm text-ink-soft">{children}</p>
    </li>
  );
}
