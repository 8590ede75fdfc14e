import { href } from 'react-router';
import { CONTRIBUTION_REASONS, REFUND_REASONS } from '#app/funding/refund-reasons.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';

/** Opens by a press, so that nothing is refunded by one. */
export function RefundForm({
  intent,
  fields,
  about,
  reasons,
}: {
  intent: string;
  fields: Readonly<Record<string, string>>;
  about: string;
  reasons?: typeof CONTRIBUTION_REASONS;
}) {
  return (
    <details className="mt-2">
      <summary className="link inline-block py-1 text-sm">Refund {about}</summary>
      <form method="post" action={href('/admin/people')} className="mt-3 flex flex-col gap-3">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {reasons && (
          <Select label="Why" name="reason" defaultValue="requested">
            {reasons.map((reason) => (
              <option key={reason} value={reason}>
                {REFUND_REASONS[reason]}
              </option>
            ))}
          </Select>
        )}
        <Input label="Note, for administrators" name="note" maxLength={500} autoComplete="off" />
        <div>
          <Button type="submit" name="intent" value={intent} size="small">
            Send it back
          </Button>
        </div>
      </form>
    </details>
  );
}
