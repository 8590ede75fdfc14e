import { useEffect, useState } from 'react';
import * as messages from '#app/results/messages.ts';
import { eaterOf } from '#app/results/answers/eater.ts';
import type { RiskLevelRow, TestedReport } from '#app/results/tested-schema.ts';
import { viewpointAddress, type Viewpoint } from '#app/results/answers/viewpoint.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ShareLink } from '#app/ui/share-link.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';
import { shareFileName, shareImageAddress, shareRatio } from './share-address.ts';
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX } from './share-size.ts';

/** Under 640 px, or operated by touch. */
const SHOWN_INSTEAD = '(max-width: 639.98px), (hover: none) and (pointer: coarse)';

/** How long a sentence about sharing stays. */
const TOAST_MS = 4000;

const sentences = {
  copied: { text: messages.SHARE_COPIED, tone: 'good' },
  downloaded: { text: messages.SHARE_DOWNLOADED, tone: 'plain' },
  failed: { text: messages.SHARE_FAILED, tone: 'error' },
} as const;

/** Share Results: the report's picture, for whoever eats how much, on the clipboard or to be saved. */
export function ShareResults({
  report,
  viewpoint,
}: {
  report: Pick<TestedReport, 'name' | 'tags'> & { risk: Pick<RiskLevelRow, 'product_id'> };
  viewpoint: Viewpoint;
}) {
  const toast = useToast();
  const [isGenerating, setGenerating] = useState(false);
  /** Address of the picture that is shown over the page. */
  const [shown, setShown] = useState<string>();
  const button = useRestoredFocus(isGenerating);
  const choice = {
    originalId: report.risk.product_id,
    eater: viewpoint,
    opening: eaterOf(report),
  };

  const share = async () => {
    setGenerating(true);
    const ratio = shareRatio(window.devicePixelRatio);
    const address = shareImageAddress({ ...choice, ratio });
    const outcome = await shareReport(browserMeans(address, shareFileName(report.name)));
    setGenerating(false);
    if (outcome === 'shown') return setShown(address);
    const { text, tone } = sentences[outcome];
    toast.show(text, { durationMs: TOAST_MS, tone });
  };

  return (
    <div>
      <Button ref={button} busy={isGenerating} onClick={() => void share()}>
        {isGenerating ? messages.SHARE_GENERATING : messages.SHARE}
      </Button>
      {viewpoint.authority !== 'EFSA' && (
        <p className="mt-2 text-sm text-ink-soft">The picture compares with EFSA’s limits.</p>
      )}
      <noscript>
        <a
          href={shareImageAddress(choice)}
          download={shareFileName(report.name)}
          className="link ml-4 font-mono text-sm"
        >
          Save the report as an image
        </a>
      </noscript>
      {shown && (
        <SharedPicture address={shown} name={report.name} close={() => setShown(undefined)} />
      )}
    </div>
  );
}

function SharedPicture({
  address,
  name,
  close,
}: {
  address: string;
  name: string;
  close: () => void;
}) {
  return (
    <Dialog open title={messages.SHARE} onClose={close}>
      <img
        src={address}
        alt={`Report card of ${name}`}
        width={SHARE_WIDTH_PX}
        height={SHARE_HEIGHT_PX}
        className="h-auto w-full rounded-sm border border-line"
      />
      <p className="mt-3 text-sm text-ink-soft">Press and hold the picture to save or send it.</p>
      <ReadySentence />
    </Dialog>
  );
}

/** A toast of the page would lie behind the dialog: this one lies in it. */
function ReadySentence() {
  const [isSaid, setOutcome] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOutcome(false), TOAST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="mt-3 min-h-6 text-accent-ink">
      {isSaid && messages.SHARE_READY}
    </div>
  );
}

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

/** What a browser can do with the picture at `address`. */
export type ShareMeans = ReturnType<typeof browserMeans>;

function browserMeans(address: string, fileName: string) {
  return {
    /** A small or touched screen: the picture is shown, to be pressed and held. */
    isShownInstead: matchMedia(SHOWN_INSTEAD).matches,
    /** Asks for the picture; rejects where the server has none. */
    async fetchPicture() {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      return response.blob();
    },
    /** Puts it on the clipboard once it is there; rejects where that is denied or unknown. */
    copy: async (picture: Promise<Blob>) =>
      navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]),
    download(picture: Blob) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(picture);
      link.download = fileName;
      link.click();
      // Not at once: the browser reads it after the click.
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    },
  };
}

/**
 * Gets a report's picture to the visitor: shown on a phone, else copied, else downloaded.
 * The clipboard is asked for before the picture is there, while the browser still sees the click.
 */
export async function shareReport(means: ShareMeans) {
  const picture = means.fetchPicture();
  const found = picture.catch(() => undefined);
  if (means.isShownInstead) return (await found) ? 'shown' : 'failed';
  try {
    await means.copy(picture);
    return 'copied';
  } catch {
    const copy = await found;
    if (!copy) return 'failed';
    means.download(copy);
    return 'downloaded';
  }
}
