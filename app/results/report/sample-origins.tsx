import { counted } from '#app/kit/text.ts';
import { DEFAULT_SAMPLE_NAME } from '#app/results/messages.ts';
import type { SampleOrigin } from '#app/results/test-facts.ts';

/** Its name in a laboratory's file, and what it means for the figures. */
const meanings: Record<string, string> = {
  'Heated Migration': 'Heated migration: what came out of it when heated, not all that is in it',
};

const NOT_STATED = 'not stated';

/** Where each sample was bought and when, its lot and how it was prepared, as its data states it. */
export function SampleOrigins({ origins }: { origins: readonly SampleOrigin[] }) {
  if (origins.length === 0) return null;
  const differ = new Set(origins.map(({ notes }) => notes)).size > 1;
  return (
    <ol
      aria-label={`Origin of ${counted(origins.length, 'sample')}`}
      className="mt-5 grid gap-x-8 gap-y-4 text-sm @2xl:grid-cols-2"
    >
      {origins.map(({ id, place, day, lot, preparation, notes }, index) => (
        <li key={id} className="border-t border-line pt-2">
          <p className="label text-ink-faint">
            {DEFAULT_SAMPLE_NAME} {index + 1}, ID {id}
          </p>
          <p className="mt-1 wrap-anywhere">{place ?? `Shop ${NOT_STATED}`}</p>
          <p className="text-ink-soft tabular wrap-anywhere">
            {day ?? `Date ${NOT_STATED}`} · Lot {lot ?? NOT_STATED}
          </p>
          <p className="text-ink-soft">
            Preparation: {preparation ? (meanings[preparation] ?? preparation) : NOT_STATED}
          </p>
          {differ && notes && <p className="text-ink-soft wrap-anywhere">{notes}</p>}
        </li>
      ))}
    </ol>
  );
}
