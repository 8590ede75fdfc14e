import { href } from 'react-router';
import { closePool, makePool } from './change-pools.server.ts';
import { KindFields } from './kind-fields.tsx';
import * as messages from './messages.ts';
import { AdminFrame } from '#app/admin/desk/admin-frame.tsx';
import { administratorOf } from '#app/admin/desk/administrator-of.server.ts';
import { asPage } from '#app/admin/desk/page-answer.server.ts';
import { Said } from '#app/admin/desk/said.tsx';
import { Sure } from '#app/admin/desk/sure.tsx';
import { withFreshCode, type Wish } from '#app/admin/sign-in/fresh-factor.server.ts';
import { allPools, type Pool } from '#app/catalogue/pools.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { refuse } from '#app/platform/http/call.ts';
import { centsIn, fieldOf } from '#app/platform/http/form-door.server.ts';
import { NOT_A_WISH } from '#app/platform/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/pools.page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  return { email, pools: await allPools() };
}

/** Makes a pool, or closes one; what is refused comes back as it was typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const wish = { request, by: administratorOf(context), form: await request.formData() };
  return withFreshCode(wish, ['close'], () => fulfil(wish));
}

async function fulfil({ by, form }: Wish) {
  switch (fieldOf(form, 'intent')) {
    case 'make': {
      const typed = { kind: fieldOf(form, 'kind'), brand: fieldOf(form, 'brand') };
      const made = await makePool(by, typed.kind, typed.brand.trim());
      return asPage(made, made.status < 300 ? {} : { typed });
    }
    case 'close': {
      if (!form.has('sure')) return asPage(refuse(400, messages.SURE_NEEDED));
      return asPage(
        await closePool(by, Number(fieldOf(form, 'pool')), centsIn(form, 'raisedCents')),
      );
    }
    default:
      return asPage(refuse(400, NOT_A_WISH));
  }
}

export function meta() {
  return [{ title: `Pools · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** Every pool, with what it has, and the form for a new one. */
export default function PoolsDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, pools } = loaderData;
  const typed = actionData?.typed as Record<string, string> | undefined;
  return (
    <AdminFrame title="Pools" email={email}>
      <Said said={actionData} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Panel aria-labelledby="pools">
          <RuleLabel id="pools" note={String(pools.length)}>
            All pools
          </RuleLabel>
          {pools.length === 0 && <p className="mt-3 text-sm text-ink-soft">None.</p>}
          <ul className="mt-2">
            {pools.map((pool) => (
              <PoolRow key={pool.id} pool={pool} />
            ))}
          </ul>
        </Panel>
        <Panel aria-labelledby="new">
          <RuleLabel id="new">A new pool</RuleLabel>
          <p className="mt-3 text-sm text-ink-soft">{messages.POOL_LEAD}</p>
          <form method="post" action={href('/admin/pools')} className="mt-4 flex flex-col gap-4">
            <KindFields
              label="For"
              name="kind"
              typed={(field, otherwise = '') => typed?.[field] ?? otherwise}
            />
            <div>
              <Button type="submit" name="intent" value="make">
                Make it
              </Button>
            </div>
          </form>
        </Panel>
      </div>
    </AdminFrame>
  );
}

function PoolRow({ pool: { id, name, raisedCents, contributors, closedAt } }: { pool: Pool }) {
  return (
    <li className="border-t border-line-strong py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a href={href('/pools/:id', { id: String(id) })} className="link">
          {name}
        </a>
        {closedAt && <Tag tone="warn">closed</Tag>}
      </p>
      <p className="font-mono text-xs tabular text-ink-soft">
        {formatCents(raisedCents)}, {counted(contributors, 'contributor')}
      </p>
      {!closedAt && (
        <form method="post" action={href('/admin/pools')} className="mt-2 flex flex-col gap-3">
          <input type="hidden" name="pool" value={id} />
          <input type="hidden" name="raisedCents" value={raisedCents} />
          <Sure>
            Close {name} and refund {formatCents(raisedCents)}
          </Sure>
          <div>
            <Button type="submit" name="intent" value="close" size="small">
              Close it
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
