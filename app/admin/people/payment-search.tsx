import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** Looks for payments; what is typed goes in the body, never in an address. */
export function PaymentSearch({ sought }: { sought: string }) {
  return (
    <TitledPanel id="search" title="Find a payment" className="mt-8">
      <form
        method="post"
        action={href('/admin/people')}
        className="mt-4 flex flex-wrap items-start gap-3"
      >
        <Input
          label="Email, card, product, amount, or day"
          name="sought"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={300}
          defaultValue={sought}
          hint="All or part of an email address, a name on a card, its last four digits, a product, an amount ($50), a day (Nov 21, 2026, in UTC), or a number (cs_…, pi_…, in_…, or ours)."
          className="min-w-60 flex-1"
        />
        {/* Beside the field, under whose label it begins. */}
        <Button type="submit" name="intent" value="search" variant="primary" className="sm:mt-6">
          Find
        </Button>
      </form>
    </TitledPanel>
  );
}
