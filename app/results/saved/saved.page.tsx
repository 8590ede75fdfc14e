import { href, Link } from 'react-router';
import { dayText } from '#app/kit/day-text.ts';
import { capitalized } from '#app/kit/text.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { rowAnswer } from '#app/results/answers/answer.ts';
import { personText, specChild } from '#app/results/answers/eater.ts';
import * as messages from '#app/results/messages.ts';
import { stripsOf } from '#app/results/mini-strips.tsx';
import { SmallPhoto } from '#app/pictures/photo.tsx';
import { tileShape } from '#app/pictures/tile-shape.ts';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import { Strip } from '#app/results/strip/strip.tsx';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { otherEaterText } from '#app/results/answers/verdict.ts';
import { unlistedMeta } from '#app/http/private-page.ts';
import { families } from '#app/toxicology/families.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';
import { loadShelf, type Shelved } from './load-shelf.ts';
import { keepSaved, savedNow, useSaved } from './saved.ts';

const FOR_WHOM = `One serving a day for ${personText(specChild.weightKg)} unless a row says otherwise.`;

export const meta = () => unlistedMeta('Saved on this device');

/** What this browser has saved, side by side, and what has changed since its owner looked last. */
export default function SavedPage() {
  const saved = useSaved();
  const { outcome, retry } = useLoaded('', loadShelf);
  const shelf = outcome?.filter(({ saved: { id } }) => saved.some((one) => one.id === id));
  return (
    <article className="page-column pt-10 pb-20">
      <div className="max-w-3xl">
        <h1 className="text-3xl">Saved on this device</h1>
        <p className="mt-3 text-ink-soft">{messages.SAVED_WHERE}</p>
        {shelf ? (
          <Shelf shelf={shelf} retry={retry} />
        ) : (
          <div className="mt-8">
            <SystemLine className="noscript:hidden">{messages.SAVED_LOADING}</SystemLine>
            <noscript>
              <Notice>{messages.SAVED_NEEDS_JAVASCRIPT}</Notice>
            </noscript>
          </div>
        )}
      </div>
    </article>
  );
}

function Shelf({ shelf, retry }: { shelf: Shelved[]; retry: () => void }) {
  const of = (...kinds: Shelved['is'][]) => shelf.filter(({ is }) => kinds.includes(is));
  if (shelf.length === 0) return <Empty />;
  const tested = of('tested').filter(({ risk }) => risk);
  return (
    <>
      <p className="mt-4">
        <Link to={href('/day')} className={buttonClass()}>
          {messages.DAY_TITLE}
        </Link>
      </p>
      <Changes shelf={of('tested', 'untested')} />
      {tested.length > 0 && (
        <RuledSection id="levels" title="Levels, side by side" className="mt-8">
          <p className="mt-2 text-sm text-ink-soft">{FOR_WHOM}</p>
          <Levels shelf={tested} />
          <StripGuide className="mt-3" strips={tested.flatMap(({ marks }) => stripsOf(marks))} />
          <p className="mt-3 text-sm text-ink-soft">{limitsNamed()}</p>
        </RuledSection>
      )}
      <Rows
        id="metals"
        title="Tested for metals"
        shelf={of('tested').filter(({ risk }) => !risk)}
      />
      <Rows id="to-fund" title="Not tested yet" shelf={of('untested')} />
      <Rows id="gone" title="No longer on this site" shelf={of('gone')} />
      {of('failed').length > 0 && (
        <Notice
          tone="error"
          className="mt-8"
          action={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {messages.savedFailed(of('failed').map(({ name }) => name))}
        </Notice>
      )}
    </>
  );
}

function Empty() {
  const isBlocked = storageOrNone('localStorage') === undefined;
  return (
    <Notice className="mt-8">
      {isBlocked ? messages.SAVED_NOWHERE : messages.SAVED_NOTHING}{' '}
      <Link to={href('/plasticlist')} className="link">
        Tested products
      </Link>
    </Notice>
  );
}

/** What says something else than when it was seen last. */
function Changes({ shelf }: { shelf: Shelved[] }) {
  const changed = shelf.filter(({ saved, says }) => saved.says !== says);
  return (
    <RuledSection id="changes" title="Since your last visit" className="mt-8">
      {changed.length === 0 && <p className="mt-2">Nothing has changed.</p>}
      <ul>
        {changed.map((one) => (
          <li key={one.saved.id} className="border-b border-line py-3">
            <Name one={one} />
            <p className="mt-1">{one.says}</p>
            <p className="mt-1 text-sm text-ink-soft">
              On {dayText(one.saved.seenOn)}: {one.saved.says}
            </p>
          </li>
        ))}
      </ul>
    </RuledSection>
  );
}

function Levels({ shelf }: { shelf: Shelved[] }) {
  return (
    <table aria-labelledby="levels" className="mt-3 w-full table-fixed text-left">
      <thead>
        <tr className="border-b border-line-strong">
          {families.map(({ key, name }) => (
            <th key={key} scope="col" className="py-2 text-xs font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {shelf.map((one) => (
        <tbody key={one.saved.id} className="border-b border-line">
          <tr>
            <th scope="rowgroup" colSpan={families.length} className="pt-3 font-normal">
              <Row one={one} />
            </th>
          </tr>
          <tr>
            {families.map(({ key }) => (
              <td key={key} className="py-2 pr-2 align-top">
                {one.risk && <RiskMark {...rowAnswer(one.risk, key)} />}
                {one.marks && (
                  <Strip
                    strip={{ family: key, marks: one.marks[key] }}
                    size="mini"
                    className="my-1"
                  />
                )}
                {one.marks && <LimitTicks verdicts={one.marks.limits[key]} />}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function Rows({ id, title, shelf }: { id: string; title: string; shelf: Shelved[] }) {
  if (shelf.length === 0) return null;
  return (
    <RuledSection {...{ id, title }} className="mt-8">
      <ul>
        {shelf.map((one) => (
          <li key={one.saved.id} className="border-b border-line py-3">
            <Row one={one} />
            {one.is !== 'gone' && <p>{one.says}</p>}
          </li>
        ))}
      </ul>
    </RuledSection>
  );
}

function Row({ one }: { one: Shelved }) {
  const { id } = one.saved;
  return (
    <span className="flex items-start justify-between gap-x-3">
      {one.risk && <SmallPhoto url={one.risk.image_url} shape={reportShape(one.risk)} />}
      {one.product && <SmallPhoto url={one.product.image_url} shape={tileShape(one.product)} />}
      <span className="min-w-0 flex-1">
        <Name one={one} />
        {one.is === 'tested' && one.risk && (
          <span className="block text-sm text-ink-soft">
            {capitalized(otherEaterText(one.risk))}
          </span>
        )}
      </span>
      <Button
        size="small"
        aria-label={`Remove ${one.name}`}
        onClick={() => keepSaved(savedNow().filter((other) => other.id !== id))}
      >
        Remove
      </Button>
    </span>
  );
}

function Name({ one: { is, name, saved } }: { one: Shelved }) {
  const id = String(saved.id);
  if (is === 'gone') return <span className="min-w-0 wrap-anywhere">{name}</span>;
  const to =
    is === 'tested'
      ? href('/plasticlist/:originalId', { originalId: id })
      : href('/product/:id', { id });
  return (
    // Else one request names all that is saved.
    <Link discover="none" to={to} className="link min-w-0 wrap-anywhere">
      {name}
    </Link>
  );
}
