import { href } from 'react-router';
import { site } from '#app/site.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { minuteText } from '#app/kit/day-text.ts';
import { counted, grouped } from '#app/kit/text.ts';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { logOverview } from './log-page.server.ts';
import { WHAT_A_SEAL_SHOWS } from './messages.ts';
import { PlainLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/log.page.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get('before') ?? '';
  return logOverview(/^\d{1,15}$/.test(before) ? Number(before) : undefined);
}

export const meta = metaOf(href('/log'), {
  title: 'The log',
  description: `What ${site.name} did, sealed in order: publications, corrections, and what a test promised before it was bought. Anyone can check that nothing was changed since.`,
});

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { size, signedAt, unsignedSince, missing, earlier, entries } = loaderData;
  const oldest = entries.at(-1)?.index ?? 0;
  return (
    <>
      <PageHead title="The log">
        What {site.name} does with a test is sealed here, in order, as it happens. Anyone who kept a
        checkpoint can see whether an entry was changed, removed, or added later.{' '}
        {WHAT_A_SEAL_SHOWS}
      </PageHead>
      <div className="page-column flex flex-col gap-10 pt-8 pb-20">
        {missing > 0 && (
          <Notice tone="warn">
            {counted(missing, 'entry', 'entries')} that were sealed are missing, because the
            database was restored from an older copy. Nothing is signed until they are back.
          </Notice>
        )}
        {unsignedSince && missing === 0 && (
          <Notice tone="warn">
            What was sealed since {minuteText(unsignedSince)} is not signed: the log’s key is not
            here, or the entries are not those that were signed before.
          </Notice>
        )}
        <LastCheckpoint {...loaderData} />
        {earlier.map(({ origin, size: old, note }) => (
          <section key={origin} aria-label={`The log ${origin}`} className="max-w-prose">
            <RuleLabel>Before this log</RuleLabel>
            <p className="mt-4">
              The log <code className="wrap-anywhere">{origin}</code> ended with{' '}
              {counted(old, 'entry', 'entries')}. <PlainLink href="/log/entry/0">Entry 0</PlainLink>{' '}
              of this log says what was lost, and why. This was its last checkpoint:
            </p>
            <Checkpoint note={note} />
          </section>
        ))}
        <section aria-labelledby="entries">
          <RuleLabel id="entries" note={grouped(size)}>
            Entries, newest first
          </RuleLabel>
          {entries.length === 0 && <p className="mt-4">Nothing is sealed yet.</p>}
          <ol className="mt-3 divide-y divide-line border-b border-line">
            {entries.map(({ index, at, words, report }) => (
              <li key={index} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
                <a href={`/log/entry/${index}`} className="link tabular min-w-16 py-1">
                  {grouped(index)}
                </a>
                <span className="min-w-[min(12rem,100%)] flex-1 wrap-anywhere">
                  {words}{' '}
                  {report !== null && (
                    <a
                      href={href('/plasticlist/:originalId', { originalId: String(report) })}
                      aria-label={`Report ${report}`}
                      className="link py-1 text-sm"
                    >
                      Report
                    </a>
                  )}
                </span>
                <time dateTime={at} className="tabular text-sm text-ink-soft">
                  {minuteText(at)}
                </time>
                <a
                  href={`/log/entry/${index}.proof`}
                  download
                  aria-label={`Proof of entry ${index}`}
                  className="link py-1 text-sm"
                >
                  Proof
                </a>
              </li>
            ))}
          </ol>
          {oldest > 0 && (
            <p className="mt-4">
              <a href={`/log?before=${oldest}`} rel="nofollow" className="link py-2">
                Earlier entries
              </a>
            </p>
          )}
        </section>
        {signedAt && <p className="text-sm text-ink-soft">Last signed {minuteText(signedAt)}.</p>}
      </div>
    </>
  );
}

function LastCheckpoint({ note, keys, keyChanges }: Route.ComponentProps['loaderData']) {
  return (
    <section aria-labelledby="checkpoint" className="max-w-prose">
      <RuleLabel id="checkpoint">Last checkpoint</RuleLabel>
      <p className="mt-4">
        Keep it, print it, or send it to someone. With it, you can{' '}
        <PlainLink href="/verify">verify</PlainLink> later that everything before it is still the
        same.
      </p>
      {note ? <Checkpoint note={note} /> : <p className="mt-4">Nothing is signed yet.</p>}
      <p className="mt-4">
        Signed by{' '}
        <code className="text-sm wrap-anywhere">{keys[0] ?? 'a key that is not here'}</code>
      </p>
      {keyChanges.length > 0 && (
        <p className="mt-4">
          The key was changed, each time signed by the old one. If you kept an older key, add to
          your files the proof of{' '}
          {keyChanges.map((index) => (
            <a key={index} href={`/log/entry/${index}.proof`} download className="link mr-2 py-1">
              entry {grouped(index)}
            </a>
          ))}
        </p>
      )}
      <p className="mt-4">
        For programs, this is a C2SP tiled log: <FileLink path="/log/checkpoint" />,{' '}
        <FileLink path="/log/key" />, <FileLink path="/log/verifier.js" />, and its tiles beside
        them.
      </p>
    </section>
  );
}

function Checkpoint({ note }: { note: string }) {
  return (
    <pre className="mt-4 border border-line bg-paper-sunk p-4 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      {note}
    </pre>
  );
}

function FileLink({ path }: { path: string }) {
  return (
    <a href={path} className="link font-mono text-sm">
      {path}
    </a>
  );
}
