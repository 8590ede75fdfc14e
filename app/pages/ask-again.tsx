import { forgetConsent } from '#app/analytics/analytics-consent.ts';
import { Button } from '#app/ui/button.tsx';

/** Takes back what was answered about counting visits, as easily as it was given. */
export function AskAgain() {
  return (
    <Button
      size="small"
      className="self-start noscript:hidden"
      onClick={() => {
        forgetConsent();
        window.location.reload();
      }}
    >
      Forget my answer and ask again
    </Button>
  );
}
