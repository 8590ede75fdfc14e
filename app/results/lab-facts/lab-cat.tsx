import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LAB_CAT } from '#app/results/messages.ts';

/** The achievement of a curious reader. */
export function LabCatDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title={LAB_CAT}
      onClose={onClose}
      className="sm:w-[min(24rem,calc(100vw-4rem))]"
      footer={
        <Button variant="primary" onClick={onClose}>
          Good cat
        </Button>
      }
    >
      <CatDrawing />
      <p className="mt-4 label text-accent-ink">Achievement unlocked</p>
      <p className="mt-1">
        You looked up three chemicals. Curiosity suits a laboratory, and this cat approves. It
        checks every lot twice and knocks nothing off the bench.
      </p>
    </Dialog>
  );
}

/** A cat behind a bench, between a flask and a test tube. Only its tail and its eyelids move. */
function CatDrawing() {
  return (
    <svg
      viewBox="0 0 240 150"
      role="img"
      aria-label="A cat in goggles behind a laboratory bench"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-full rounded-md border border-line squared stroke-ink"
    >
      <path
        className="animate-tail fill-none stroke-ink"
        strokeWidth="9"
        d="M158 118c22-4 27-22 20-37-4-9-1-18 8-21"
      />
      <path
        className="animate-tail fill-none stroke-paper-raised"
        strokeWidth="5.5"
        d="M158 118c22-4 27-22 20-37-4-9-1-18 8-21"
      />
      <path className="fill-paper-raised" d="M84 124c-3-26 6-42 36-42s39 16 36 42z" />
      <path className="fill-paper-raised" d="M108 88l12 16 12-16M120 104v20" />
      <path
        className="fill-paper-raised"
        d="M84 28c0-4 3-5 6-2l14 13c10-3 22-3 32 0l14-13c3-3 6-2 6 2v33c0 20-16 31-36 31S84 81 84 61z"
      />
      <path className="stroke-accent" d="M91 35l1 14M149 35l-1 14" />
      <path className="stroke-accent-ink" strokeWidth="3" d="M84 60h7M115 60h10M149 60h7" />
      <g className="fill-accent-wash stroke-accent-ink" strokeWidth="3">
        <circle cx="103" cy="60" r="12.5" />
        <circle cx="137" cy="60" r="12.5" />
      </g>
      <g className="fill-ink stroke-none">
        <ellipse cx="103" cy="60" rx="3.2" ry="6.5" />
        <ellipse cx="137" cy="60" rx="3.2" ry="6.5" />
      </g>
      <path className="fill-accent" strokeWidth="1.6" d="M116.5 74h7l-3.5 4z" />
      <path strokeWidth="1.8" d="M120 78c0 5-7 6-9 2M120 78c0 5 7 6 9 2" />
      <path
        className="stroke-ink-soft"
        strokeWidth="1.3"
        d="M96 77l-22-4M96 81l-22 3M144 77l22-4M144 81l22 3"
      />
      <path className="fill-paper-raised" d="M10 124h220v10H10z" />
      <path className="stroke-line-strong" strokeWidth="1.3" d="M24 134v14M216 134v14" />
      <path
        className="fill-paper-raised"
        d="M92 126c-2-9 2-14 9-14s11 5 9 14M130 126c-2-9 2-14 9-14s11 5 9 14"
      />
      <path strokeWidth="1.5" d="M98 120v5M104 120v5M136 120v5M142 120v5" />
      <path
        className="fill-paper-raised"
        d="M42 80h14v16l15 24c1 2 0 4-3 4H30c-3 0-4-2-3-4l15-24z"
      />
      <path
        className="fill-accent stroke-none"
        d="M35.5 109h27l7 12c.5 1 0 2-1 2h-39c-1 0-1.5-1-1-2z"
      />
      <path d="M39 80h20" />
      <circle className="stroke-accent" strokeWidth="1.5" cx="46" cy="100" r="2" />
      <circle className="stroke-accent" strokeWidth="1.5" cx="52" cy="92" r="1.5" />
      <path className="fill-paper-raised" d="M202 84v33c0 9 14 9 14 0V84" />
      <path className="fill-accent stroke-none" d="M203.5 104h11v12c0 7-11 7-11 0z" />
      <path d="M199 84h20" />
    </svg>
  );
}
