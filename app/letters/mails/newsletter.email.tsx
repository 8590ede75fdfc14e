import { LetterAction, Letter, LetterNote, Paragraph } from './letter.email.tsx';
import { site } from '#app/site.ts';

ConfirmSubscription.subject = () => 'Confirm your subscription';

/** Asks whether a subscription is wanted; the link's page has the button that confirms it. */
export function ConfirmSubscription({ url }: { url: string }) {
  return (
    <Letter title="Confirm your subscription" preview="One click, and you’re on the list.">
      <Paragraph>
        Someone, most likely you, signed this address up for news from {site.name}: what was tested,
        and what was found. The link opens a page with a button that confirms it.
      </Paragraph>
      <LetterAction href={url}>Confirm on our page</LetterAction>
      <LetterNote>
        Wasn’t you? Do nothing, and you won’t get any news. An address that nobody confirms is
        deleted after 30 days.
      </LetterNote>
    </Letter>
  );
}
