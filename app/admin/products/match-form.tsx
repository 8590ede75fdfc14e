import { KindFields } from './kind-fields.tsx';
import { KeptForm, type RefusedForm } from '#app/admin/desk/desk-form.tsx';
import { LIMITS } from '#app/funding/matching/match-limits.ts';
import { grouped } from '#app/kit/text.ts';
import { addDays } from '#app/testing/promise.ts';
import { Input, Select } from '#app/ui/field.tsx';

const between = ({ from, to }: { from: number; to: number }) =>
  `Whole dollars, $${grouped(from)} to $${grouped(to)}.`;

/** The terms of a new match. */
export function MatchForm({
  to,
  pools,
  today,
  refused,
}: {
  to: string;
  pools: { id: number; name: string }[];
  /** By the server, as `2026-11-21`. */
  today: string;
  refused: RefusedForm | undefined;
}) {
  return (
    <KeptForm to={to} name="new" intent="make" submit="Make it" refused={refused}>
      {(valueOf) => (
        <>
          <KindFields label="Gifts to" name="asked" typed={valueOf} className="sm:col-span-2" />
          <Input
            label="Sum"
            name="sum"
            required
            inputMode="numeric"
            maxLength={12}
            hint={between(LIMITS.sum)}
            defaultValue={valueOf('sum')}
          />
          <Input
            label="Most per gift"
            name="most"
            required
            inputMode="numeric"
            maxLength={12}
            hint={between(LIMITS.most)}
            defaultValue={valueOf('most')}
          />
          <Input
            label="First gifts only"
            name="gifts"
            inputMode="numeric"
            maxLength={12}
            hint="How many. Empty: as long as there is money."
            defaultValue={valueOf('gifts')}
          />
          <Input
            label="Last day"
            name="end"
            type="date"
            required
            min={today}
            max={addDays(today, LIMITS.days - 1)}
            hint={`At most ${LIMITS.days} days ahead, in UTC.`}
            defaultValue={valueOf('end')}
          />
          <Input
            label="Sponsor’s public name"
            name="name"
            maxLength={LIMITS.nameCharacters}
            autoComplete="off"
            hint="Empty: the sponsor is not named."
            defaultValue={valueOf('name')}
            className="sm:col-span-2"
          />
          <Input
            label="Sponsor’s email"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            hint="For receipts. Gifts paid under it are not matched."
            defaultValue={valueOf('email')}
            className="sm:col-span-2"
          />
          <Select
            label="What is unused goes"
            name="unused"
            defaultValue={valueOf('unused', 'sponsor')}
            className="sm:col-span-2"
          >
            <option value="sponsor">Back to the sponsor</option>
            <option value="project">To the project</option>
            {pools.map(({ id, name }) => (
              <option key={id} value={id}>
                To the {name}
              </option>
            ))}
          </Select>
        </>
      )}
    </KeptForm>
  );
}
