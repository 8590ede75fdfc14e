import { saveChange } from '#sandbox/stripe/changes.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type { Customer, Metadata } from '#sandbox/stripe/objects.ts';
import { checkLength, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

const BUILT = ['description', 'email', 'expand', 'metadata', 'name', 'phone'];

type CustomerFields = {
  email?: string;
  name?: string;
  description?: string;
  phone?: string;
  metadata?: Metadata;
};

/** Stores a customer, asked for by a call or made of who paid a session. */
export function storeCustomer(sandbox: Sandbox, fields: CustomerFields): Customer {
  const customer = complete('customer', {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: sandbox.clock.nowS(),
    delinquent: false,
    description: fields.description ?? null,
    email: fields.email ?? null,
    invoice_settings: complete('Customer.InvoiceSettings', {}),
    livemode: false,
    metadata: fields.metadata ?? {},
    name: fields.name ?? null,
    phone: fields.phone ?? null,
    preferred_locales: [],
    tax_exempt: 'none',
  });
  sandbox.store.insert(customer);
  emit(sandbox, 'customer.created', customer);
  return customer;
}

export function createCustomer({ sandbox, params }: SandboxCall): Customer {
  refuseUnbuilt(params, BUILT);
  const { email, name, description, phone } = params as CustomerFields;
  checkLength(email, 512, 'email');
  const metadata = mergeMetadata({}, params.metadata as Params);
  return storeCustomer(sandbox, { email, name, description, phone, metadata });
}

/** POST /v1/customers/:id: what is not named stays. */
export function updateCustomer({ sandbox, id, params }: SandboxCall): Customer {
  const before = sandbox.store.need<Customer>('customer', id);
  refuseUnbuilt(params, BUILT);
  const { expand: _, metadata, ...fields } = params;
  checkLength(fields.email as string | undefined, 512, 'email');
  return saveChange(sandbox, 'customer.updated', before, {
    ...before,
    ...fields,
    metadata: mergeMetadata(before.metadata, metadata as Params | null | undefined),
  } as Customer);
}
