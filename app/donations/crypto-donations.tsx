import { useRef } from 'react';
import * as messages from './messages.ts';
import { track } from '#app/analytics/track.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** A wallet address and a checkout for crypto; what the site does not name is not shown. */
export function CryptoDonations({
  walletAddress,
  checkoutUrl,
}: {
  walletAddress: string | null;
  checkoutUrl: string | null;
}) {
  if (!walletAddress && !checkoutUrl) return null;
  return (
    <section aria-labelledby="crypto">
      <RuleLabel id="crypto">Crypto</RuleLabel>
      <div className="mt-4 flex flex-col gap-5">
        {walletAddress && <Wallet address={walletAddress} />}
        {checkoutUrl && (
          <p>
            <a
              href={checkoutUrl}
              rel="noopener"
              onClick={() =>
                track('Donation Link Click', { link: 'crypto checkout', url: checkoutUrl })
              }
              className={`${buttonClass()} gap-2`}
            >
              Open the crypto checkout <span aria-hidden="true">↗</span>
            </a>
          </p>
        )}
        <p className="text-sm text-ink-soft">
          A crypto transfer can’t be reversed, and this site neither sees nor confirms it. Check the
          address before you send anything.
        </p>
      </div>
    </section>
  );
}

function Wallet({ address }: { address: string }) {
  const code = useRef<HTMLElement>(null);
  const { show } = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      show(messages.ADDRESS_COPIED);
    } catch {
      if (code.current) window.getSelection()?.selectAllChildren(code.current);
      show(messages.COPYING_FAILED, { tone: 'error', durationMs: 4000 });
    }
  }

  return (
    <div>
      <p className="label mb-1.5 text-ink-soft" id="wallet">
        Wallet address for Ether (ETH)
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code
          ref={code}
          aria-labelledby="wallet"
          className="min-w-0 rounded-md border border-line bg-paper-raised px-3 py-2.5 font-mono text-sm break-all"
        >
          {address}
        </code>
        <Button onClick={() => void copy()} className="noscript:hidden">
          Copy address
        </Button>
      </div>
    </div>
  );
}
