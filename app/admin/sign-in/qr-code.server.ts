import { encode } from 'uqr';

/** A QR code as a picture: dark cells as a path, in a square of so many cells a side. */
export interface QrCode {
  cells: number;
  path: string;
}

/** Around the code, as its readers need it (ISO/IEC 18004): in cells. */
const QUIET_ZONE = 4;

/** A text as the QR code that an app's camera reads. Throws where it is too long for one. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { cells: size, path: rows.join('') };
}
