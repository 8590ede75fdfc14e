import { NUMBERS } from '#app/kit/numbers.ts';
import type { ApiSchema } from './api-schema.ts';

const DAY = '2026-11-21';
const MOMENT = `${DAY}T12:00:00.000Z`;
const LEVEL_DOLLARS = NUMBERS.levelCents / 100;

/**
 * What a field holds, by where it stands and its name, `Product.brand` or `/api/follows.kind`: the first
 * that its schema takes. Products, kinds, and chemicals are some that ship with the site; the person
 * is nobody.
 */
const byName: readonly (readonly [RegExp, unknown])[] = [
  // What is not so of most.
  [/[._](ended_\w+|endedAt|refunded_at|removed_reason|reason|correction|warning|refusal)$/, null],
  [/(plasticlist|TestedProduct).*(original_id|padded_id)$|^RiskLevels\.padded_id$/, '0079'],
  [/^RiskLevels\.product_id$/, 79],
  [/^TestedProduct\.id$/, '7090411'],
  [/^TestedProduct\.serving_size_g$/, 245],
  [/^(RiskLevels|TestedProduct)\.name$/, 'Ito En Oi Ocha Unsweetened Green Tea'],
  [/^(RiskLevels\.category|TestedProduct\.tags)$/, 'tea'],
  [/chemicals.*key$/, 'dehp'],
  [/chemicals.*category$/, 'Phthalates'],
  [/full_name$/, 'Di(2-ethylhexyl) phthalate'],
  [/header_name$/, 'Di(2-ethylhexyl) phthalate (ppb)'],
  [/\.sample_id$/, '1011-1'],
  [/_risk$|_word$/, 'Low'],
  [/_lower_percent$/, 0.6],
  [/_tdi_percent$/, 1.2],
  [/_upper_percent$/, 1.8],
  [/_ng_g$|value_ppb$/, 1.4],
  [/\.sentence$/, 'Within every limit, whatever the test could not see.'],
  [/(\.|_)(id|productId|product)$/, 1011],
  [/auth\/.*\.name$/, 'Ada'],
  [/events-summary\.name$/, 'Product View'],
  [/(name|search|query)$/, 'Silk Original Soymilk'],
  [/\.brand$/, 'Silk'],
  [/\.(category|kind|key)$/, 'plant-milk'],
  [/\.serving_size_g$/, 243],
  [/\.serving_size_unit$/, '1 cup'],
  [/\.testing_status$/, 'Untested'],
  [/\.(image_url|photo)$/, '/images/1011.jpg'],
  [/^Product\.product_url$|submission.*product_url$/, 'https://silk.com/'],
  [/(url|Url)$/, 'https://checkout.example/c/pay/cs_a1b2c3d4e5f6'],
  [/\.upc$/, '025293600393'],
  [/\.lot(_number)?$/, 'L4217'],
  [/\.not_used$/, 'The bag had burst.'],
  [/(notes?|comments|place)$/, 'Bought at a supermarket in Oakland, California.'],
  [/(current_amount|raised|received|totalAmount|stripe_total|supabase_amount)$/, LEVEL_DOLLARS],
  [/(target_amount|needed)$/, LEVEL_DOLLARS * NUMBERS.levels],
  [/\.levels$/, NUMBERS.levels],
  [/\.amount$/, 25],
  [/\.year$/, 2023],
  [/\.(page|number)$/, '1'],
  [/(email|actor)$/i, 'ada@example.org'],
  [/(_code|\.code|_codes)$/, 'K7M2QX'],
  [/session_?id$/i, 'cs_a1b2c3d4e5f6'],
  [/customerId$/, 'cus_a1b2c3d4e5f6'],
  [/stripe_payment_id$/, 'pi_a1b2c3d4e5f6'],
  [/(subscriptionId|donations\.id)$/, 'sub_a1b2c3d4e5f6'],
  [/\.(id|product_id)$/, '1011'],
  [/\.(token|message_id|insert_id|kid|reference|audit|order)$/, 'a1b2c3d4e5f6'],
  [/totp_uri$/, 'otpauth://totp/OpenAssay:ada@example.org?secret=JBSWY3DPEHPK3PXP'],
  [/userAgent$/, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [/\.(purpose|value)$/, 'project'],
  [/\.from$/, 'digest'],
  [/\.site$/, 'OpenAssay'],
  [/\.(action|subject)$/, 'product 1011'],
  [/\.status$/, 'active'],
  [/\.path$/, '/product/1011'],
  [/\.(day|date)$/, DAY],
  [/(_at|_on|_by|_from|_until|At|End)$/, MOMENT],
  [/\.error$/, 'There is no such product.'],
  [/\.(citations|title)$/, 'Scientific opinion on the safety of what is in food'],
  [/\.publisher$/, 'European Food Safety Authority'],
  [/\.(message|text|reason|lines)$/, 'One sentence that a person can read.'],
  [/\.(description|educational_note|health_concerns|sources|regulations|alternatives)$/, 'A text.'],
  [/text\/csv$/, 'day,product\r\n2026-11-21,1011\r\n'],
  [/text\/tab-separated-values$/, 'product_id\tDEHP_ng_g\n79\t<4.5\n'],
  [/^\/email\/preferences\.\*/, 'List-Unsubscribe=One-Click'],
  [/^\/api\/stripe\/webhook\.\*/, '{"id":"evt_1","type":"checkout.session.completed"}'],
];

const byFormat: Record<string, string> = {
  uuid: '018f4a0e-7d3c-7c54-9a53-0f6f2d3b8a11',
  date: DAY,
  'date-time': MOMENT,
};

/**
 * A plausible value of a schema that stands at a path of the API or within a named shape: what the schema
 * itself names, else what fields of its name hold, else the smallest of its type. A test holds each to
 * the schema that it is of.
 */
export function exampleOf(
  schema: ApiSchema,
  shapes: Record<string, ApiSchema>,
  where: string,
  name = '',
): unknown {
  const { $ref, type, properties, items, prefixItems, format = '', minimum = 0 } = schema;
  const within = (inner: ApiSchema, field = name) => exampleOf(inner, shapes, where, field);
  if (schema.example !== undefined) return schema.example;
  const shape = $ref?.split('/').at(-1);
  if (shape) return exampleOf(shapes[shape] ?? {}, shapes, shape, name);
  if (schema.const !== undefined) return schema.const;
  const choice = (schema.oneOf ?? schema.anyOf)?.find((one) => one.type !== 'null');
  if (choice) return within(choice);
  const types = [type ?? []].flat();
  if (prefixItems) return prefixItems.map((one) => within(one));
  if (types.includes('array')) {
    return items ? Array.from({ length: schema.minItems ?? 1 }, () => within(items)) : [];
  }
  if (types.includes('object')) {
    const fields = Object.entries(properties ?? {});
    return Object.fromEntries(fields.map(([key, field]) => [key, within(field, key)]));
  }
  if (types.includes('boolean') && !schema.enum) return false;
  const isTaken = (value: unknown) =>
    schema.enum ? schema.enum.includes(value) : types.some((one) => isOf(one, value));
  const named = byName.find(
    ([pattern, value]) => pattern.test(`${where}.${name}`) && isTaken(value),
  );
  if (named?.[1] === null || (named && !format)) return named[1];
  if (schema.enum) return schema.enum[0];
  if (types.includes('string')) return byFormat[format] ?? UNNAMED_TEXT;
  return types.length > 0 ? Math.max(minimum, 1) : null;
}

/** Of a field that no line above knows. */
export const UNNAMED_TEXT = 'Text';

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  return typeof value === (type === 'integer' ? 'number' : type);
}
