import { useId, type ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { ShownOffer } from '#app/funding/moving/move-schema.ts';
import { dayText } from '#app/kit/day-text.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';
import { formatDollars } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { moreFound } from './messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';

/** Where a contribution can go; sent as forms, with scripts and without. */
export function MoveForm({ offer, chosen }: { offer: ShownOffer; chosen?: string | undefined }) {
  const { amount, product, refund_due_at: dueAt, renewed_until: renewedUntil } = offer;
  const all = formatDollars(amount);
  return (
    <>
      <p>
        <strong className="font-semibold">{all}</strong> stands with{' '}
        <Link to={href('/product/:id', { id: String(product.id) })} className="link">
          {product.name}
        </Link>
        .{' '}
        {offer.is_funded
          ? 'Its goal has been reached, and testing comes next. If you move your contribution, it may lack money again.'
          : `If its goal is not reached by ${dayText(dueAt)}, it is refunded automatically to the card you paid with. You don’t need to do anything.`}
      </p>
      <form method="post" className="flex flex-col gap-6">
        <input type="hidden" name="intent" value="move" />
        <fieldset className="flex flex-col gap-1">
          <legend className="label mb-2 text-ink-faint">Instead, it can go to</legend>
          {offer.products.map(({ id, name, brand, needed, takes }) => (
            <Place key={id} value={`${id}:${takes}`} isChosen={String(id) === chosen} name={name}>
              {`No. ${paddedId(id)}${brand ? `, ${brand}` : ''}. It needs ${formatDollars(needed)}`}
              {takes < amount
                ? ` and takes ${formatDollars(takes)}. The rest stays where it is.`
                : '.'}
            </Place>
          ))}
          <Place value={`project:${amount}`} name="The project itself">
            It becomes a donation, which is not refunded automatically.
          </Place>
          {offer.may_go_back && (
            <Place value={`refund:${amount}`} name="Back to your card">
              You get {all} back, in full.
              <span>
                {offer.fee !== null &&
                  ` Stripe keeps its ${formatDollars(offer.fee)} fee for your payment, which the product’s other money pays, or the project.`}
              </span>
            </Place>
          )}
        </fieldset>
        {renewedUntil && dayText(renewedUntil) !== dayText(dueAt) && (
          <label className="flex items-start gap-3">
            <input type="checkbox" name="new_date" className="mt-0.5 size-6 shrink-0" />
            <span>
              If it goes to another product, count the {REFUND_DAYS} days anew: until{' '}
              {dayText(renewedUntil)}
              <span className="block text-sm text-ink-soft">
                Otherwise it keeps its date, {dayText(dueAt)}. This can be done once.
              </span>
            </span>
          </label>
        )}
        <div>
          <Button type="submit" variant="primary">
            Confirm
          </Button>
        </div>
      </form>
      <form method="post" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="look" />
        <Input
          label="Another product"
          hint="Words of its name or brand, its number, or its address."
          name="product"
          required
          maxLength={300}
          autoComplete="off"
        />
        <Button type="submit">Find it</Button>
      </form>
      {offer.found && offer.found.total > offer.found.ids.length && (
        <p className="text-sm text-ink-soft">
          {moreFound(offer.found.ids.length, offer.found.total)}
        </p>
      )}
      {!offer.may_go_back && (
        <p className="text-sm text-ink-soft">
          To have it back, request a refund in the list of your contributions. An administrator
          decides.
        </p>
      )}
    </>
  );
}

/** Nothing is chosen beforehand, but for what was looked up. */
function Place({
  value,
  name,
  isChosen = false,
  children,
}: {
  value: string;
  name: string;
  isChosen?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 border-b border-line py-3">
      <input
        id={id}
        type="radio"
        name="to"
        value={value}
        required
        defaultChecked={isChosen}
        aria-describedby={`${id}-more`}
        className="mt-0.5 size-6 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="wrap-anywhere">
          {name}
        </label>
        <p id={`${id}-more`} className="text-sm text-ink-soft">
          {children}
        </p>
      </div>
    </div>
  );
}
