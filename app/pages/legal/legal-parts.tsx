import { legalSearch, type LegalText } from './legal.ts';
import { Prose } from '#app/prose/prose.tsx';
import { OnThisPage } from '#app/ui/on-this-page.tsx';
import { forgetConsent } from '#app/analytics/analytics-consent.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from 'react-router';

/** The section that tells what is counted, and takes an answer back. */
const EVENTS_ID = 'events';

/** A legal text with the way to each of its sections beside it. */
export function LegalBody({
  text,
  isAmplitudeHere,
}: {
  text: LegalText;
  isAmplitudeHere: boolean;
}) {
  const { sections } = text;
  return (
    <>
      <OnThisPage search={legalSearch(text)} sections={sections} />
      <article aria-labelledby="text" className="flex min-w-0 max-w-2xl flex-col gap-9">
        <div>
          <h2 id="text" className="text-2xl sm:text-3xl">
            {text.title}
          </h2>
          <p className="mt-3 text-lg text-ink-soft">{text.lead}</p>
        </div>
        {sections.map(({ id, title, blocks }, index) => (
          <section key={id} aria-labelledby={id} className="border-t border-line pt-6">
            <h3 id={id} className="flex gap-3 text-xl">
              <span aria-hidden="true" className="pt-1 font-mono text-sm text-ink-faint tabular">
                {index + 1}
              </span>
              {title}
            </h3>
            <div className="mt-3 flex flex-col gap-3 text-ink-soft wrap-anywhere">
              <Prose blocks={blocks} />
              {id === EVENTS_ID && isAmplitudeHere && <AskAgain />}
            </div>
          </section>
        ))}
      </article>
    </>
  );
}

/** Takes back what was answered about counting visits, as easily as it was given. */
function AskAgain() {
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

/** Two links in the look of tabs: each text has an address and works without scripts. */
export function LegalTabs({ texts, chosen }: { texts: readonly LegalText[]; chosen: LegalText }) {
  return (
    <nav aria-label="Legal texts" className="-mb-px flex flex-wrap gap-1 sm:gap-2">
      {texts.map((text) => (
        <Link
          key={text.key}
          to={legalSearch(text) || '?'}
          preventScrollReset
          aria-current={text === chosen ? 'page' : undefined}
          className="inline-flex min-h-11 max-w-full items-center rounded-t-md border border-b-0 border-line bg-paper-sunk px-4 font-mono text-sm text-ink-soft hover:text-ink aria-[current]:border-t-3 aria-[current]:border-line-strong aria-[current]:border-t-accent aria-[current]:bg-paper aria-[current]:text-accent-ink sm:px-6"
        >
          {text.title}
        </Link>
      ))}
    </nav>
  );
}
