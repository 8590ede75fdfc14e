import { grouped } from '#app/kit/text.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import { limitFor, type Authority, type IntakeLimit } from '#app/toxicology/limits.ts';

const authorities: readonly Authority[] = ['EFSA', 'EPA'];

/** What EFSA and the EPA hold to be tolerable a day, each with its source, or that none is set. */
export function ChemicalLimits({ chemical }: { chemical: ChemicalKey }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      {authorities.map((authority) => (
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
        {setBy}, {year}:{' '}
        {citation.url ? (
          <a href={citation.url} rel="noopener" className="link break-words">
            {citation.number ?? citation.title}
          </a>
        ) : (
          (citation.number ?? citation.title)
        )}
        {note && <>. {note}</>}
      </p>
    </>
  );
}
