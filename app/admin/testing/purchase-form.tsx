import { Day } from '#app/desk/day-field.tsx';
import { DeskForm, type RefusedForm } from '#app/desk/desk-form.tsx';
import { DeskNote } from './sample-desk.tsx';
import { TEST_REFUSALS } from '#app/testing/refusals.ts';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** A sample is bought: where, when, which lot, for how much, and where its receipt is kept. */
export function PurchaseForm({
  productId,
  today,
  formId,
  number,
  hasBegun,
  refused,
}: {
  productId: number;
  today: string;
  /** A UUID of this drawing of the form: sent twice, it buys once. */
  formId: string;
  /** Of the sample that it buys. */
  number: number;
  hasBegun: boolean;
  refused: RefusedForm | undefined;
}) {
  return (
    <TitledPanel id="buy" title={hasBegun ? 'Buy another sample' : 'Buy the first sample'}>
      {!hasBegun && (
        <p className="mt-3 text-sm text-ink-soft">
          Once the first sample is bought, contributions to this product are not refunded, and its
          contributors and followers are told.
        </p>
      )}
      <DeskForm
        productId={productId}
        name="buy"
        intent="buy"
        submit="Record the purchase"
        hidden={{ id: formId, number: String(number) }}
        refused={refused}
        takesFile
      >
        {(valueOf) => (
          <>
            <Day today={today} value={valueOf('day')} />
            <Input
              label="Shop"
              name="shop"
              required
              maxLength={100}
              defaultValue={valueOf('shop')}
            />
            <Input
              label="Lot"
              name="lot"
              maxLength={60}
              hint="As printed on the package."
              defaultValue={valueOf('lot')}
            />
            <Input
              label="Best before"
              name="best_before"
              type="date"
              defaultValue={valueOf('best_before')}
            />
            <Price label="Price" name="price" value={valueOf('price')} />
            <ReceiptField value={valueOf('receipt')} />
            <Input
              label="Photo of receipt and lot"
              name="photo"
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              hint="Its hash stands in the public log."
            />
            <label className="flex items-start gap-3 self-center text-sm">
              <input
                type="checkbox"
                name="public"
                value="yes"
                defaultChecked={valueOf('public') !== ''}
                className="mt-0.5 size-5 shrink-0"
              />
              No private detail is on the photo. Everyone may see it.
            </label>
            <DeskNote value={valueOf('note')} />
            <Anyway refused={refused} why="sample_noted" />
          </>
        )}
      </DeskForm>
    </TitledPanel>
  );
}

/** An amount in dollars and cents. */
export function Price({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <Input
      label={label}
      name={name}
      required
      inputMode="decimal"
      maxLength={12}
      hint="U.S. dollars, as 4.29."
      defaultValue={value}
    />
  );
}

/** Asked where the same was noted with the same receipt: whether this is another one. */
export function Anyway({
  refused,
  why,
}: {
  refused: RefusedForm | undefined;
  why: 'sample_noted' | 'cost_noted';
}) {
  if (refused?.error !== TEST_REFUSALS[why]) return null;
  return (
    <label className="flex items-center gap-3 sm:col-span-2">
      <input type="checkbox" name="anyway" value="yes" className="size-5" />
      It is another one
    </label>
  );
}

export function ReceiptField({ value }: { value: string }) {
  return (
    <Input
      label="Receipt"
      name="receipt"
      required
      maxLength={200}
      hint="Where it is kept, such as a file or number. Not shown publicly."
      defaultValue={value}
    />
  );
}
