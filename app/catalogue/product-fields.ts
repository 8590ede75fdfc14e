import type { LockedProduct } from './funding-columns.server.ts';
import { barcodeText, upcKey } from './barcodes.ts';
import { cleanLine } from '#app/kit/text.ts';

/** What administrators change of a product, as it is stored. */
export type ProductFields = Pick<LockedProduct, keyof typeof FIELD_NAMES>;

/** The same as it is typed. */
export type TypedFields = Record<keyof ProductFields, string>;

/** The fields in the order in which they are shown, and what each is called. */
export const FIELD_NAMES = {
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  servingSizeG: 'Serving size (g)',
  servingSizeUnit: 'Serving size (unit)',
  asFedPerG: 'Grams as fed per gram of powder, by the label',
  productUrl: 'Link to a store’s page',
  upc: 'Barcode (UPC)',
};

export const PRODUCT_FIELDS = Object.keys(FIELD_NAMES) as (keyof ProductFields)[];

export type FieldErrors = Partial<TypedFields>;

const TEXT_MAX = 200;
const UNIT_MAX = 60;
const URL_MAX = 2_000;
const GRAMS_MAX = 100_000;
const BARCODE_DIGITS =
  'The 8, 12, 13, or 14 digits printed under the barcode. Leave empty if unknown.';

/** Stored fields as they stand in a form. */
export function typedOf(fields: ProductFields): TypedFields {
  return {
    name: fields.name,
    brand: fields.brand ?? '',
    category: fields.category,
    servingSizeG: fields.servingSizeG === null ? '' : String(fields.servingSizeG),
    servingSizeUnit: fields.servingSizeUnit ?? '',
    asFedPerG: fields.asFedPerG === null ? '' : String(fields.asFedPerG),
    productUrl: fields.productUrl ?? '',
    upc: fields.upc === null ? '' : barcodeText(fields.upc),
  };
}

/** Reads what was typed; a sentence for each field that does not fit. */
export function readFields(
  typed: TypedFields,
  { isDemo }: { isDemo: boolean },
): { ok: true; fields: ProductFields } | { ok: false; errors: FieldErrors } {
  const fields: ProductFields = {
    name: cleanLine(typed.name),
    brand: knownBrand(typed.brand),
    category: cleanLine(typed.category) || 'Unknown',
    servingSizeG: gramsOf(typed.servingSizeG),
    servingSizeUnit: cleanLine(typed.servingSizeUnit) || null,
    asFedPerG: gramsOf(typed.asFedPerG),
    productUrl: addressOf(typed.productUrl),
    upc: upcKey(typed.upc),
  };
  const errors: [keyof ProductFields, string | undefined][] = [
    ['name', fields.name === '' ? 'Enter the name of the product.' : tooLong(fields.name)],
    ['brand', tooLong(fields.brand ?? '')],
    ['category', tooLong(fields.category)],
    ['servingSizeG', gramsError(fields.servingSizeG)],
    ['servingSizeUnit', tooLong(fields.servingSizeUnit ?? '', UNIT_MAX)],
    ['asFedPerG', isAsFed(fields.asFedPerG ?? 1) ? undefined : AS_FED],
    ['productUrl', addressError(typed.productUrl, fields.productUrl)],
    ['upc', typed.upc.trim() === '' || fields.upc !== null ? undefined : BARCODE_DIGITS],
  ];
  if (/\[TEST\]/i.test(fields.name) !== isDemo) {
    errors.push([
      'name',
      isDemo
        ? 'The name of a demonstration must contain [TEST].'
        : 'Names with [TEST] are kept for demonstrations.',
    ]);
  }
  const found = errors.filter(([, sentence]) => sentence !== undefined);
  return found.length > 0 ? { ok: false, errors: Object.fromEntries(found) } : { ok: true, fields };
}

/** A brand as it is stored: null where nothing is known, however that is written. */
export function knownBrand(text: string): string | null {
  const brand = cleanLine(text);
  return brand === '' || brand === 'Unknown' ? null : brand;
}

function tooLong(text: string, max = TEXT_MAX): string | undefined {
  return [...text].length > max ? `At most ${max} characters.` : undefined;
}

/** Null where nothing is typed; NaN where it is no number. */
function gramsOf(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

function gramsError(grams: number | null): string | undefined {
  if (grams === null || (grams > 0 && grams <= GRAMS_MAX)) return undefined;
  return 'A number of grams above 0, such as 28.5. Leave empty if unknown.';
}

const isAsFed = (perG: number) => perG >= 1 && perG <= 30;
const AS_FED = 'A number from 1 to 30, such as 7.5. Leave empty if it is no powder, or unknown.';

/** The address as a browser writes it; null for none, and for one that is not of the web. */
function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (/\s/.test(text) || !URL.canParse(text)) return null;
  const { protocol, username, password, hostname, href } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && !username && !password && hostname.includes('.') ? href : null;
}

function addressError(typed: string, address: string | null): string | undefined {
  if (typed.trim().length > URL_MAX) return 'A link can be at most 2,000 characters long.';
  if (typed.trim() === '' || address !== null) return undefined;
  return 'This is not a web address. It starts with https://.';
}
