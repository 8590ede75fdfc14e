import { useState } from 'react';
import { href, Link } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { ask } from '#app/http/ask.ts';
import { privateMeta } from '#app/http/private-page.ts';
import { useStored, writeStored } from '#app/platform/browser-storage.ts';
import * as messages from '#app/results/messages.ts';
import { savedNow } from '#app/results/saved/saved.ts';
import { site } from '#app/site.ts';
import { Notice } from '#app/ui/notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';
import { dayItems } from './day-items.server.ts';
import { MOST_IN_A_DAY, readDay } from './day-query.ts';
import { DayScreen } from './day-screen.tsx';
import type { Route } from './+types/day.page.ts';

/** Of an address that names what is eaten, that; of the bare one nothing, as it is the browser's. */
export async function loader({ request }: Route.LoaderArgs) {
  const query = readDay(new URL(request.url).searchParams);
  return { query, items: await dayItems(query.eaten.map(({ id }) => id)), baseUrl: siteUrl() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData || loaderData.query.eaten.length > 0) return privateMeta(messages.DAY_TITLE);
  return pageMeta({
    title: `${messages.DAY_TITLE} · ${site.name}`,
    description: messages.DAY_ABOUT,
    address: loaderData.baseUrl + href('/day'),
  });
}

export default function DayPage({ loaderData }: Route.ComponentProps) {
  const isByAddress = loaderData.query.eaten.length > 0;
  return (
    <article className="page-column pt-10 pb-20 print:columns-2 print:p-0 print:text-[0.55rem] print:leading-tight">
      <h1 className="text-3xl print:text-base">{messages.DAY_TITLE}</h1>
      <p className="mt-3 max-w-prose text-ink-soft print:hidden">
        {isByAddress ? messages.DAY_BY_ADDRESS : messages.DAY_SENT}{' '}
        <Link to={href('/saved')} className="link">
          What you saved
        </Link>
      </p>
      {isByAddress ? <ByAddress {...loaderData} /> : <ByShelf />}
    </article>
  );
}

/** What is changed is added up here, and sent only once another address is asked for. */
function ByAddress({ query, items }: Route.ComponentProps['loaderData']) {
  const [changed, setChanged] = useState<string>();
  const shown = changed === undefined ? query : readDay(new URLSearchParams(changed));
  return (
    <>
      {query.isCut && (
        <Notice className="mt-6">{`This is of the ${MOST_IN_A_DAY} that come first.`}</Notice>
      )}
      <DayScreen items={items} query={shown} onChange={setChanged} />
    </>
  );
}

/** Each is asked for by itself: a server's log sees no list. */
function lookUpSaved(signal: AbortSignal) {
  return Promise.all(
    savedNow().map(({ id }) => ask('get /api/day/{id}', { params: { id: String(id) }, signal })),
  );
}

/** Under this name a browser keeps how much is eaten of what it saved, as an address says it. */
const DAY_KEY = `${site.slug}-day`;

function ByShelf() {
  const kept = readDay(new URLSearchParams(useStored('localStorage', DAY_KEY) ?? ''));
  const { outcome } = useLoaded('', lookUpSaved);
  const shelf = outcome?.slice(0, MOST_IN_A_DAY) ?? [];
  const items = shelf.flatMap((found) => (found.ok ? found.body : []));
  const much = new Map(kept.eaten.map((one) => [one.id, one.much]));
  const eaten = items.map(({ id }) => ({ id, much: much.get(id) ?? null }));
  const trouble =
    (outcome?.length === 0 && messages.SAVED_NOTHING) ||
    (shelf.some((found) => !found.ok && found.status !== 404) && messages.DAY_FAILED) ||
    ((outcome?.length ?? 0) > MOST_IN_A_DAY &&
      `This is of the ${MOST_IN_A_DAY} that you saved first.`);
  return (
    <>
      <noscript>
        <Notice className="mt-6">{messages.SAVED_NEEDS_JAVASCRIPT}</Notice>
      </noscript>
      {trouble && <Notice className="mt-6">{trouble}</Notice>}
      {!outcome && (
        <SystemLine className="mt-8 noscript:hidden">{messages.SAVED_LOADING}</SystemLine>
      )}
      {items.length > 0 && trouble !== messages.DAY_FAILED && (
        <DayScreen
          items={items}
          query={{ ...kept, eaten }}
          onChange={(day) => writeStored('localStorage', DAY_KEY, day)}
        />
      )}
    </>
  );
}
