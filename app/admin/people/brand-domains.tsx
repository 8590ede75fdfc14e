import { Folded, Press, RestoredForm, useRefused } from '#app/admin-ui/desk-form.tsx';
import { Input } from '#app/ui/field.tsx';

const FORM = 'brand-domain';

/** Whose objections stand at the top of a report at once: domains of email by brand. */
export function BrandDomains({
  domains,
}: {
  domains: readonly { brand: string; domain: string }[];
}) {
  return (
    <Folded summary="Brands’ email domains" isOpen={useRefused()?.form === FORM}>
      <p className="mt-2 text-sm text-ink-soft">
        An objection from such an address stands at the top of the report of every product of just
        this brand. Where a product’s brand is not stored, enter its whole name in the brand’s
        place.
      </p>
      <ul className="mt-2 text-sm">
        {domains.map(({ brand, domain }) => (
          <li key={`${brand} ${domain}`} className="flex flex-wrap items-center gap-3 py-1">
            {brand}: {domain}
            <Press intent="take-brand-domain" fields={{ brand, domain }} about={domain}>
              Remove
            </Press>
          </li>
        ))}
      </ul>
      <RestoredForm name={FORM} intent="enter-brand-domain" submit="Enter the domain">
        <Input label="Brand" name="brand" required />
        <Input label="Domain" name="domain" required />
      </RestoredForm>
    </Folded>
  );
}
