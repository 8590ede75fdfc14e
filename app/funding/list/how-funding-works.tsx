import { TARGET_EACH } from '#app/kit/facts.ts';
import { formatCents } from '#app/kit/money.ts';
import { panelOf, type PanelKey } from '#app/toxicology/panels/panels.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

import { NUMBERS } from '#app/kit/numbers.ts';
import { panelByGoal } from './funding-list.ts';
import { useFundingList } from './use-funding-list.ts';

/** The five points below the list, with what each means. */
export const FUNDING_POINTS = [
  {
    point: 'Each product needs a specific amount to begin testing.',
    detail: 'Nobody can add more than a product still needs.',
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

interface PointsProps {
  className?: string;
  panel?: PanelKey | undefined;
}

/** What a goal pays for; of another panel than plastics, with what that is. */
function goalText(key: PanelKey): string {
  const { name, sampleCents, samples } = panelOf(key);
  const each = key === 'plastics' ? TARGET_EACH : `our target of ${formatCents(sampleCents)} each`;
  const goal = `${formatCents(sampleCents * samples)} pays for ${samples} samples at ${each}.`;
  return key === 'plastics' ? goal : `To be tested for ${name}: ${goal}`;
}

/** The five points as a numbered list, with the goals of what is on the funding list, else of its `panel`. */
export function FundingPoints({ className = '', panel = 'plastics' }: PointsProps) {
  const { items } = useFundingList();
  const listed = items.flatMap((item) => panelByGoal(item)?.key ?? []);
  const goals = [...new Set(listed.length > 0 ? listed : [panel])].map(goalText).join(' ');
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
            <p className="text-sm text-ink-soft">{index === 0 ? `${goals} ${detail}` : detail}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The five points in a dialog: a part of its own, which a page loads once somebody asks for it. */
export default function FundingDialog({ onClose, panel }: PointsProps & { onClose: () => void }) {
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
      <FundingPoints panel={panel} />
    </Dialog>
  );
}
