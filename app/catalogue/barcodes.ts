/**
 * The digits of a barcode as fourteen, so that a UPC-A and the EAN-13 of the same product are one, and a
 * UPC-E is the UPC-A that it stands for. Null for what has another number of digits than GTIN-8, -12, -13
 * and -14, and for one digit over and over, which people type to fill a field. Seven and eleven digits are
 * those of a UPC whose first zero a spreadsheet took, if their check digit says so. Of others it is not
 * asked for: two people who copy the same wrong number still mean the same product.
 */
export function upcKey(text: string): string | null {
  const typed = text.replaceAll(/[\s-]/g, '');
  if (!/^(\d{7,8}|\d{11,14})$/.test(typed)) return null;
  const isCut = typed.length === 7 || typed.length === 11;
  const digits = isCut ? `0${typed}` : typed;
  const long = digits.length === 8 ? longForm(digits) : digits;
  if (isCut && !(long && isChecked(long))) return null;
  const padded = (long ?? digits).padStart(14, '0');
  return /^0*(\d)\1*$/.test(padded) ? null : padded;
}

/** The UPC-A of a UPC-E (GS1 General Specifications, "Zero-suppression"); undefined for a GTIN-8. */
function longForm(digits: string): string | undefined {
  const [, system = '', six = '', check = ''] = /^([01])(\d{6})(\d)$/.exec(digits) ?? [];
  const last = six.slice(5);
  const [maker, item] =
    last <= '2'
      ? [six.slice(0, 2) + last, six.slice(2, 5)]
      : last <= '4'
        ? [six.slice(0, Number(last)), six.slice(Number(last), 5)]
        : [six.slice(0, 5), last];
  const long = system + maker.padEnd(5, '0') + item.padStart(5, '0') + check;
  return system && isChecked(long) ? long : undefined;
}

/** Whether the last of twelve digits is the check digit of the others. */
function isChecked(digits: string): boolean {
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** A stored barcode with as many digits as its package has, as far as that can be told. */
export function barcodeText(upc: string): string {
  const [zeros = ''] = /^0*/.exec(upc) ?? [];
  if (zeros.length >= 6) return upc.slice(6);
  return upc.slice(Math.min(zeros.length, 2));
}
