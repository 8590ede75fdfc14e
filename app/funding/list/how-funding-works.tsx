import { TARGET_EACH } from '#app/kit/facts.ts';
import { FULL_FUNDING_CENTS, formatCents, LEVELS } from '#app/kit/money.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

import { NUMBERS } from '#app/kit/numbers.ts';

/** The five points below the list, with what each means. */
export const FUNDING_POINTS = [
  {
    point: 'Each product needs a specific amount to begin testing.',
    detail: `${formatCents(FULL_FUNDING_CENTS)} pays for ${LEVELS} samples at ${TARGET_EACH}. Nobody can add more than a product still needs.`,
  },
  {
    point: 'Payment is processed immediately.',
    detail:
      'You pay by card on the payment provider’s own page. Card numbers never reach this site.',
  },
  {
    point: 'Testing begins when the goal is reached.',
    detail: 'The samples are bought at ordinary stores and sent to the laboratory.',
  },
  {
    point: 'Progress updates are automatic.',
    detail: 'A product’s page always shows the amount raised, its level, and its status.',
  },
  {
    point: `Automatic refund after ${NUMBERS.refundDays} days if the goal is not reached.`,
    detail: 'Your contribution goes back to the card it came from. You don’t need to ask for it.',
  },
];

/** The five points as a numbered list. */
export function FundingPoints({ className = '' }: { className?: string }) {
  return (
    <ol className={`flex flex-col gap-4 ${className}`}>
      {FUNDING_POINTS.map(({ point, detail }, index) => (
        <li key={point} className="flex gap-4">
          <span
            aria-hidden="true"
            className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-md border border-accent bg-accent-wash font-mono text-sm text-accent-ink"
          >
            {index + 1}
          </span>
          <div>
            <p className="font-medium">{point}</p>
            <p className="text-sm text-ink-soft">{detail}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The five points in a dialog: a part of its own, which a page loads once somebody asks for it. */
export default function FundingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title="How Funding Works"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <FundingPoints />
    </Dialog>
  );
}
