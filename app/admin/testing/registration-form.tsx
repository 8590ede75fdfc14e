import { DeskForm, Folded, type RefusedForm } from '#app/desk/desk-form.tsx';
import { REGISTERED_FIELDS, type Registration } from '#app/testing/registration.ts';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

const NAMES = Object.keys(REGISTERED_FIELDS) as (keyof typeof REGISTERED_FIELDS)[];

/** Says in public what will be tested, and how, before anything is bought; later, what changes and why. */
export function RegistrationForm({
  productId,
  known,
  likely,
  refused,
}: {
  productId: number;
  /** What is registered, and how often it was. */
  known: { facts: Registration; number: number } | undefined;
  /** What stands in the fields of a first one. */
  likely: Partial<Record<keyof typeof REGISTERED_FIELDS | 'samples', string>>;
  refused: RefusedForm | undefined;
}) {
  const standing = (name: keyof typeof likely) => String(known?.facts[name] ?? likely[name] ?? '');
  const form = (
    <DeskForm
      productId={productId}
      name="register"
      intent="register"
      submit={known ? 'Register the change' : 'Register the test'}
      hidden={{ seen: String(known?.number ?? 0) }}
      refused={refused}
    >
      {(valueOf) => (
        <>
          {NAMES.map((name) => (
            <Input
              key={name}
              label={REGISTERED_FIELDS[name][0]}
              name={name}
              required
              maxLength={REGISTERED_FIELDS[name][1]}
              hint={REGISTERED_FIELDS[name][2] || undefined}
              defaultValue={valueOf(name, standing(name))}
            />
          ))}
          <Input
            label="Samples"
            name="samples"
            required
            inputMode="numeric"
            maxLength={2}
            defaultValue={valueOf('samples', standing('samples'))}
          />
          <Input
            label="An organization that paid"
            name="organization"
            maxLength={100}
            hint="Only by a name that it agreed to."
            defaultValue={valueOf('organization', known?.facts.payers.organization?.name)}
          />
          <Input
            label="The email it paid from"
            name="organization_email"
            type="email"
            maxLength={254}
            hint={
              known?.facts.payers.organization
                ? 'Only where its sum is to be found anew. Neither shown nor kept.'
                : 'For its sum. Neither shown nor kept.'
            }
            defaultValue={valueOf('organization_email')}
          />
          {known && (
            <Input
              label="Why it changes (public)"
              name="reason"
              required
              maxLength={200}
              defaultValue={valueOf('reason')}
            />
          )}
        </>
      )}
    </DeskForm>
  );
  if (!known) {
    return (
      <TitledPanel id="register" title="Register the test">
        <p className="mt-3 text-sm text-ink-soft">
          Everyone reads this on the product’s page, and it is sealed in the public log. No sample
          can be bought before. What changes later is another entry, with its reason.
        </p>
        {form}
      </TitledPanel>
    );
  }
  return (
    <Folded summary="Change the registration" isOpen={refused?.form === 'register'}>
      {form}
    </Folded>
  );
}
