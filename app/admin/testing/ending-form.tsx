import { DeskForm, Folded, type RefusedForm } from '#app/desk/desk-form.tsx';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** A test that has no sample left is ended, with a reason that everybody reads. */
export function EndingForm({
  productId,
  refused,
}: {
  productId: number;
  refused: RefusedForm | undefined;
}) {
  return (
    <TitledPanel id="end" title="No sample is left">
      <p className="mt-3 text-sm text-ink-soft">
        Buy another sample, or end the test. Its page then says so with your reason, results are no
        longer promised, and its books can be closed. This cannot be undone, and nothing is
        refunded.
      </p>
      <Folded summary="End the test without results" isOpen={refused?.form === 'end'}>
        <DeskForm
          productId={productId}
          name="end"
          intent="end"
          submit="End the test"
          refused={refused}
        >
          {(valueOf) => (
            <Input
              label="Why (public)"
              name="reason"
              required
              maxLength={300}
              defaultValue={valueOf('reason')}
              className="sm:col-span-2"
            />
          )}
        </DeskForm>
      </Folded>
    </TitledPanel>
  );
}
