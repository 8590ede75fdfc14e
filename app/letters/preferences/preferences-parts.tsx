import { useState } from 'react';
import { href, Link } from 'react-router';
import * as messages from './preferences-messages.ts';
import { offeredStop } from './offered-stop.ts';
import { FOLLOW_KIND_LEAD } from '#app/letters/messages.ts';
import type { NamedCode, PreferenceChange, Preferences } from './preferences-schema.ts';
import { Announced, ChangeButton, useChoosing } from './preference-change.tsx';
import type { FormOutcome } from '#app/http/ask.ts';
import { isFundable } from '#app/results/samples/file-products.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';

interface PartProps {
  preferences: Preferences;
  /** What the page began with: it has the names of products that were stopped since. */
  loaded: Preferences;
  /** What came of a change that no script sent. */
  sent?: FormOutcome | undefined;
}

/** Everything a person is sent, each with the button that ends it. */
export function PreferencesParts({
  preferences,
  from,
  sent,
}: Omit<PartProps, 'loaded'> & { from: string | null }) {
  const { email, bounced } = preferences;
  const [loaded] = useState(preferences);
  const part = { preferences, loaded, sent };
  return (
    <>
      <p className="-mt-4 text-ink-soft">
        To <span className="font-mono wrap-anywhere text-ink">{email}</span>. What is on this page
        can be seen and changed by anyone who has an email that went there.
      </p>
      {bounced && <Notice tone="warn">{messages.BOUNCED}</Notice>}
      <Offered {...part} from={from} />
      <Newsletter {...part} />
      <Products {...part} />
      <Kinds {...part} />
      <Everything {...part} />
    </>
  );
}

function Offered({ from, loaded, preferences, sent }: PartProps & { from: string | null }) {
  const choosing = useChoosing('offered', sent);
  const offered = offeredStop(from, preferences, loaded);
  if (!offered) return null;
  return (
    <Panel aria-label={offered.label} className="flex flex-col gap-4 shadow-raised">
      {offered.isStopped ? (
        <Announced choosing={choosing}>
          <Notice tone="good" className="wrap-anywhere">
            {offered.sentence}
          </Notice>
        </Announced>
      ) : (
        <>
          <p>Enough of these emails? This button stops them.</p>
          <ChangeButton
            choosing={choosing}
            change={offered.change}
            variant="primary"
            className="w-full min-w-0 text-balance wrap-anywhere whitespace-normal! sm:w-auto sm:self-start"
          >
            {offered.label}
          </ChangeButton>
          <Announced choosing={choosing} />
        </>
      )}
    </Panel>
  );
}

const NEWSLETTER = {
  none: 'It is not sent to this address.',
  unconfirmed:
    'Someone asked for this, but nobody has confirmed it. Nothing is sent, and it is deleted after 30 days.',
  on: 'It is sent to this address once a week at most: what was tested, and what was found. Signing up on the home page is for the same email.',
};

function Newsletter({ preferences, sent }: PartProps) {
  const choosing = useChoosing('newsletter', sent);
  const { newsletter: state, everything } = preferences;
  const change = (on: boolean): PreferenceChange => ({ kind: 'digest', on });
  return (
    <section aria-labelledby="newsletter" className="flex flex-col gap-3">
      <RuleLabel id="newsletter" note={state === 'on' ? 'on' : 'off'}>
        Newsletter
      </RuleLabel>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-56 flex-1 text-ink-soft">{NEWSLETTER[state]}</p>
        {state !== 'on' && everything && (
          <ChangeButton choosing={choosing} change={change(true)}>
            {state === 'unconfirmed' ? 'Confirm it' : 'Get the newsletter'}
          </ChangeButton>
        )}
        {state !== 'none' && (
          <ChangeButton choosing={choosing} change={change(false)}>
            {state === 'on' ? 'Stop the newsletter' : 'Forget it'}
          </ChangeButton>
        )}
      </div>
      <Announced choosing={choosing} />
    </section>
  );
}

function Products({ loaded, preferences, sent }: PartProps) {
  const { follows, stopped, everything } = preferences;
  // A product that was stopped here keeps its line, so that nothing moves under the pointer.
  const lines = loaded.follows;
  const before = stopped.filter((product) => !isAmong(lines, product));
  return (
    <section aria-labelledby="products" className="flex flex-col gap-3">
      <RuleLabel id="products" note={follows.length || undefined}>
        Products
      </RuleLabel>
      <p className="text-ink-soft">
        {lines.length > 0
          ? 'You follow these or gave to them: we email you when one reaches its goal, when its first sample is bought, when its results are in, and when they are corrected or it is tested again.'
          : 'No emails about products are sent to this address.'}
        <span>
          {lines.length > 0 && !everything && ' While everything is stopped, none of them is sent.'}
        </span>
      </p>
      {lines.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {lines.map((product) => (
            <StopLine
              key={product.product_id}
              place={`product-${product.product_id}`}
              change={{ kind: 'unfollow', product_id: product.product_id }}
              name={product.name}
              to={addressOf(product)}
              isStopped={!isAmong(follows, product)}
              sent={sent}
            />
          ))}
        </ul>
      )}
      {sent?.ok && /^(product|kind)-/.test(sent.intent ?? '') && (
        <Notice tone="good">{sent.sentence}</Notice>
      )}
      {before.length > 0 && <Stopped products={before} />}
    </section>
  );
}

/** Kinds of products that are followed; nothing for none. */
function Kinds({ loaded, preferences, sent }: PartProps) {
  if (loaded.kinds.length === 0) return null;
  return (
    <section aria-labelledby="kinds" className="flex flex-col gap-3">
      <RuleLabel id="kinds" note={preferences.kinds.length || undefined}>
        Kinds of products
      </RuleLabel>
      <p className="text-ink-soft">{FOLLOW_KIND_LEAD}</p>
      <ul className="divide-y divide-line border-y border-line">
        {loaded.kinds.map(({ key, name }) => (
          <StopLine
            key={key}
            place={`kind-${key}`}
            change={{ kind: 'unfollow-kind', key }}
            name={name}
            to={href('/plasticlist/kinds/:kind', { kind: key })}
            isStopped={!preferences.kinds.some((kind) => kind.key === key)}
            sent={sent}
          />
        ))}
      </ul>
    </section>
  );
}

function isAmong(products: NamedCode[], { product_id }: NamedCode): boolean {
  return products.some((product) => product.product_id === product_id);
}

function StopLine({
  place,
  change,
  name,
  to,
  isStopped,
  sent,
}: {
  place: string;
  change: PreferenceChange;
  name: string;
  to: string;
  isStopped: boolean;
  sent?: FormOutcome | undefined;
}) {
  const choosing = useChoosing(place, sent);
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1">
        <Link to={to} className="link min-w-0 py-0.5 wrap-anywhere">
          {name}
        </Link>
      </span>
      {!isStopped && (
        <ChangeButton
          choosing={choosing}
          change={change}
          size="small"
          aria-label={`Stop emails about ${name}`}
        >
          Stop
        </ChangeButton>
      )}
      <Announced choosing={choosing} className="basis-full">
        {isStopped && (
          <>
            <Tag>Stopped</Tag>
            <span className="sr-only">: you no longer get emails about {name}.</span>
          </>
        )}
      </Announced>
    </li>
  );
}

function Stopped({ products }: { products: NamedCode[] }) {
  return (
    <div className="mt-2">
      <h3 className="label text-ink-soft">Stopped</h3>
      <p className="mt-1 text-sm text-ink-soft">
        You gave to these and chose to hear no more. To hear about one again, follow it on its page
        in this browser.
      </p>
      <ul className="mt-2 flex flex-col">
        {products.map((product) => (
          <li key={product.product_id} className="py-1">
            <Link to={addressOf(product)} className="link min-w-0 py-0.5 wrap-anywhere">
              {product.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function addressOf({ product_id }: NamedCode): string {
  const id = String(product_id);
  return isFundable(product_id)
    ? href('/product/:id', { id })
    : href('/plasticlist/:originalId', { originalId: id });
}

function Everything({ preferences: { everything }, sent }: PartProps) {
  const choosing = useChoosing('everything', sent);
  return (
    <section aria-labelledby="everything" className="flex flex-col items-start gap-3">
      <RuleLabel id="everything" note={everything ? undefined : 'stopped'} className="self-stretch">
        Everything
      </RuleLabel>
      <p className="text-ink-soft">
        {everything
          ? 'One click stops all news: emails about products and the newsletter.'
          : 'Everything is stopped: no emails about products, and no newsletter.'}{' '}
        {messages.ALWAYS_SENT}
      </p>
      <ChangeButton
        choosing={choosing}
        change={{ kind: 'everything', on: !everything }}
        variant={everything ? 'outline' : 'primary'}
        className="w-full sm:w-auto"
      >
        {everything ? 'Stop everything' : 'Email me again'}
      </ChangeButton>
      <Announced choosing={choosing} className="self-stretch" />
    </section>
  );
}
