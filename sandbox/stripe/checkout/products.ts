import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type { StripeProduct } from '#sandbox/stripe/objects.ts';
import { checkLength, checkUrl, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

const BUILT_INLINE = ['name', 'description', 'images', 'metadata', 'unit_label'];
const BUILT = [...BUILT_INLINE, 'active', 'expand', 'id', 'shippable', 'type', 'url'];
const MAX_IMAGES = 8;

/** Stores a product from `product_data`; it is archived, since it serves one price only. */
export function createInlineProduct(sandbox: Sandbox, data: Params, path: string): StripeProduct {
  refuseUnbuilt(data, BUILT_INLINE, path);
  return storeProduct(sandbox, { ...data, active: false }, path);
}

export function postProduct({ sandbox, params }: SandboxCall): StripeProduct {
  refuseUnbuilt(params, BUILT);
  const { id } = params as { id?: string };
  if (id && sandbox.store.find(id)) {
    throw invalidRequest(`Product already exists.`, 'id', 'resource_already_exists');
  }
  return storeProduct(sandbox, params, '');
}

function storeProduct(sandbox: Sandbox, params: Params, path: string): StripeProduct {
  const at = (key: string) => (path ? `${path}[${key}]` : key);
  const images = (params.images ?? []) as string[];
  if (images.length > MAX_IMAGES) {
    const message = `Array images exceeded maximum ${MAX_IMAGES} allowed elements.`;
    throw invalidRequest(message, at('images'));
  }
  for (const [index, image] of images.entries()) checkUrl(image, `${at('images')}[${index}]`);
  checkLength(params.name as string, 5000, at('name'));
  const nowS = sandbox.clock.nowS();
  const product = complete('product', {
    id: (params.id as string | undefined) ?? newId('prod'),
    object: 'product',
    active: params.active !== false,
    created: nowS,
    description: (params.description as string | undefined) ?? null,
    images,
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata as Params, at('metadata')),
    name: params.name as string,
    shippable: (params.shippable as boolean | undefined) ?? null,
    type: (params.type as string | undefined) ?? 'service',
    unit_label: (params.unit_label as string | undefined) ?? null,
    updated: nowS,
    url: (params.url as string | undefined) ?? null,
  });
  sandbox.store.insert(product);
  emit(sandbox, 'product.created', product);
  return product;
}
