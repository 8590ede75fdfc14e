import { Action, Letter, Note, Paragraph } from './letter.email.tsx';
import { site } from '#app/site.ts';

/** Asks whether a subscription is wanted; the link's page has the button that confirms it. */
export function ConfirmSubscription({ url }: { url: string }) {
  return (
    <Letter title="Confirm your subscription" preview="One button, and you are on the list.">
      <Paragraph>
        Somebody, most likely you, subscribed this address to the news of {site.name}: what was
        tested, and what was found. The link opens a page, and the button on that page confirms it.
      </Paragraph>
      <Action href={url}>Confirm on our page</Action>
      <Note>
        Was it not you? Do nothing, and no news comes. An address that nobody confirms is forgotten
        after 30 days.
      </Note>
    </Letter>
  );
}
