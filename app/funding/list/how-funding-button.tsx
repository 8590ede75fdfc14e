import { useSearchParams } from 'react-router';
import { useState, type ComponentProps, type ComponentType } from 'react';
import { pressAgain, useRepeatedPress } from '#app/platform/press-again.ts';
import { Button } from '#app/ui/button.tsx';
import { panelNamed } from '#app/toxicology/panels/panels.ts';
import type FundingDialog from './how-funding-works.tsx';

const HOW_FUNDING = 'how-funding';

/** Opens the five points in a dialog, which is loaded with the first press. */
export function HowFundingButton({ className = '' }: { className?: string }) {
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof FundingDialog>>>();
  const [isOpen, setOpen] = useState(false);
  const panel = panelNamed(useSearchParams()[0].get('panel'))?.key;
  const open = () => {
    setOpen(true);
    import('./how-funding-works.tsx').then(
      (loaded) => setDialog(() => loaded.default),
      () => pressAgain(HOW_FUNDING),
    );
  };
  useRepeatedPress(HOW_FUNDING, true, open);
  return (
    <>
      <Button
        variant="quiet"
        onClick={open}
        className={`underline decoration-line-strong underline-offset-4 noscript:hidden ${className}`}
      >
        How Funding Works
      </Button>
      {isOpen && Dialog && <Dialog panel={panel} onClose={() => setOpen(false)} />}
    </>
  );
}
