import { DeskForm, IntentButton } from '#app/admin-ui/desk-form.tsx';
import type { ShownProduct } from './load-product.server.ts';
import {
  FIELD_NAMES,
  PRODUCT_FIELDS,
  type FieldErrors,
  type TypedFields,
} from '#app/catalogue/product-fields.ts';
import { Input } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** What a refused form brings back; nothing that was typed is lost. */
export interface RefusedEdit {
  typed?: TypedFields;
  errors?: FieldErrors;
  /** The fields as somebody else has changed them, and their state. */
  current?: TypedFields;
  state?: string;
}

/** What is written of a product. Where somebody was faster, what they wrote stands beside it. */
export function ProductForm({
  product,
  typed,
  errors = {},
  current,
  state,
}: RefusedEdit & { product: ShownProduct }) {
  const values = typed ?? product.fields;
  const differing = current ? PRODUCT_FIELDS.filter((name) => current[name] !== values[name]) : [];
  return (
    <TitledPanel id="fields" title="Details">
      {differing.length > 0 && current && (
        <Notice tone="warn" className="mt-3">
          <ul>
            {differing.map((name) => (
              <li key={name} className="wrap-anywhere">
                {FIELD_NAMES[name]} is now: {current[name] || 'empty'}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <DeskForm className="mt-4 flex flex-col gap-4" fields={{ seen: state ?? product.state }}>
        {PRODUCT_FIELDS.filter((name) => !product.itemOf || name !== 'upc').map((name) => (
          <Input
            key={name}
            label={FIELD_NAMES[name]}
            name={name}
            defaultValue={values[name]}
            error={errors[name]}
            required={name === 'name'}
            inputMode={name === 'servingSizeG' || name === 'asFedPerG' ? 'decimal' : undefined}
            autoComplete="off"
          />
        ))}
        <p className="text-sm text-ink-soft">
          Changing these fields does not change the product’s code or its contributions.
        </p>
        <div>
          <IntentButton intent="edit" size="large" variant="primary">
            Save
          </IntentButton>
        </div>
      </DeskForm>
    </TitledPanel>
  );
}
