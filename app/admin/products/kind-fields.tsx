import { groups } from '#app/catalogue/groups.ts';
import { Input, Select } from '#app/ui/field.tsx';

/** What a pool is for: any product, those of a group of the list, or those of a brand. */
export function KindFields({
  label,
  name,
  typed = (_, otherwise = '') => otherwise,
  className,
}: {
  label: string;
  /** Of the field with the kind; the brand's is `brand`. */
  name: string;
  /** What was typed, where the form comes back. */
  typed?: (field: string, otherwise?: string) => string;
  className?: string;
}) {
  return (
    <>
      <Select
        label={label}
        name={name}
        defaultValue={typed(name, 'any')}
        {...(className ? { className } : {})}
      >
        <option value="any">Any product</option>
        {groups
          .filter(({ categories }) => categories.length > 0)
          .map((group) => (
            <option key={group.key} value={group.key}>
              {group.name}
            </option>
          ))}
        <option value="brand">A brand</option>
      </Select>
      <Input
        label="Brand, as products have it"
        name="brand"
        maxLength={200}
        autoComplete="off"
        defaultValue={typed('brand')}
        {...(className ? { className } : {})}
      />
    </>
  );
}
