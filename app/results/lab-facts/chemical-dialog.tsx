import type { ReactNode } from 'react';
import { ask } from '#app/http/ask.ts';
import { chemicalOf, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';
import { dayText } from '#app/kit/day-text.ts';
import { PROFILE_FAILED, PROFILE_LOADING } from '#app/results/messages.ts';
import { grouped } from '#app/kit/text.ts';
import { limitFor, type IntakeLimit } from '#app/toxicology/limits.ts';

/** What is known of one chemical; closed while there is none. */
export function ChemicalDialog({
  chemical,
  onClose,
}: {
  chemical: ChemicalKey | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={chemical !== null}
      title={chemical ? chemicalOf(chemical).fullName : ''}
      onClose={onClose}
      className="sm:w-[min(42rem,calc(100vw-4rem))]"
      footer={
        <Button variant="primary" onClick={onClose}>
          Back to the results
        </Button>
      }
    >
      {chemical && <Profile chemical={chemical} />}
    </Dialog>
  );
}

function Profile({ chemical }: { chemical: ChemicalKey }) {
  const { outcome, retry } = useLoaded(chemical, (signal) =>
    ask('get /api/chemicals/{key}', { params: { key: chemical }, signal }),
  );
  if (!outcome) return <SystemLine>{PROFILE_LOADING}</SystemLine>;
  if (!outcome.ok) return <RetryNotice retry={retry}>{PROFILE_FAILED}</RetryNotice>;
  const profile = outcome.body;
  const { abbreviation, casNumber } = chemicalOf(chemical);
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="flex flex-wrap gap-x-4 label text-ink-soft">
          <span>{abbreviation}</span>
          <span>{profile.category}</span>
          <span className="text-ink-faint">CAS {casNumber}</span>
        </p>
        <p className="mt-2">{profile.description}</p>
      </div>
      <Points title="Health concerns" points={profile.health_concerns} />
      <Points title="Common sources" points={profile.sources} />
      <Part title="Daily limits">
        <ChemicalLimits chemical={chemical} />
      </Part>
      <Points title="Regulations" points={profile.regulations} />
      <Points title="Safer alternatives" points={profile.alternatives} />
      <Part title="Citations">
        <ol className="flex list-decimal flex-col gap-2 pl-6 text-sm text-ink-soft">
          {profile.citations.map(({ title, publisher, year, url, looked_at }) => (
            <li key={title} className="pl-1">
              <Cited url={url}>{title}</Cited>
              <span>
                . {publisher}, {year}. Looked at {dayText(looked_at)}.
              </span>
            </li>
          ))}
        </ol>
      </Part>
      <p className="border-l-4 border-accent pl-3 text-sm text-ink-soft">
        {profile.educational_note}
      </p>
    </div>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <Part title={title}>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-accent">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 border-t border-line pt-3 text-lg">{title}</h3>
      {children}
    </section>
  );
}

function Cited({ url, children }: { url?: string | null; children: string }) {
  if (!url) return <span>{children}</span>;
  return (
    <a href={url} rel="noopener" className="link break-words">
      {children}
    </a>
  );
}

/** What EFSA and the EPA hold to be tolerable a day, each with its source, or that none is set. */
export function ChemicalLimits({ chemical }: { chemical: ChemicalKey }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      {(['EFSA', 'EPA'] as const).map((authority) => (
        <div key={authority} className="contents">
          <dt className="font-mono font-medium">{authority}</dt>
          <dd>
            <LimitLines limit={limitFor(chemical, authority)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const kinds = { TDI: 'tolerable daily intake', RfD: 'reference dose' };

function LimitLines({ limit }: { limit: IntakeLimit | null }) {
  if (!limit) return <p className="text-ink-soft">no limit set</p>;
  const { limitNgPerKgDay, kind, setBy, year, citation, note } = limit;
  const amount = grouped(limitNgPerKgDay);
  return (
    <>
      <p>
        <span className="font-mono font-medium">{amount} ng</span> per kilogram of body weight a day
        ({kinds[kind]}, {kind})
      </p>
      <p className="text-sm text-ink-soft">
        {setBy}, {year}: <Cited url={citation.url}>{citation.number ?? citation.title}</Cited>
        {note && <span>. {note}</span>}
      </p>
    </>
  );
}
