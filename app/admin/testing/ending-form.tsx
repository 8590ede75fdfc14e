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

/** The maker hears before everyone that results are coming, where its address is known. */
export function MakerForm({
  productId,
  refused,
}: {
  productId: number;
  refused: RefusedForm | undefined;
}) {
  return (
    <Folded summary="Tell the maker before publication" isOpen={refused?.form === 'maker'}>
      <p className="mt-2 text-ink-soft">
        Once the email is sent, results are published a few days later at the earliest
        (MAKER_NOTICE_DAYS).
      </p>
      <DeskForm
        productId={productId}
        name="maker"
        intent="tell-maker"
        submit="Tell the maker"
        refused={refused}
      >
        {(valueOf) => (
          <Input
            label="The maker’s email"
            name="email"
            type="email"
            required
            maxLength={254}
            defaultValue={valueOf('email')}
          />
        )}
      </DeskForm>
    </Folded>
  );
}
