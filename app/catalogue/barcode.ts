/**
 * The digits of a barcode as fourteen, so that a UPC-A and the EAN-13 of the same product are one.
 * Null for what has another number of digits than GTIN-8, -12, -13 and -14, and for one digit over
 * and over, which people type to fill a field. The check digit is not asked for: two people who
 * copy the same wrong number still mean the same product.
 */
export function upcKey(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return null;
  const padded = digits.padStart(14, '0');
  return /^0*(\d)\1*$/.test(padded) ? null : padded;
}

/** A stored barcode with as many digits as its package has, as far as that can be told. */
export function barcodeText(upc: string): string {
  const [zeros = ''] = /^0*/.exec(upc) ?? [];
  if (zeros.length >= 6) return upc.slice(6);
  return upc.slice(Math.min(zeros.length, 2));
}
