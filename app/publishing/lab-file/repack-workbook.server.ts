import { inflateRawSync } from 'node:zlib';

/** What a workbook may come to when it is unpacked: far more than any laboratory sends. */
const UNPACKED_BYTES = 32 * 1_024 * 1_024;

/** What Excel puts into one cell at most. The parser reads a longer run again and again. */
const RUN_CHARACTERS = 32_767;

/** What the library reads: customXml may hold runs of any length. */
const OWN_PART = /^xl\/.*\.xml(?:\.rels)?$/;

/**
 * A workbook with nothing but its own parts, none of them packed: the library believes each part's
 * header, so the sizes are bounded here, by what comes out. Throws where that is too much, or where
 * the archive can't be read.
 */
export function repackWorkbook(archive: Buffer): Buffer {
  const parts: Buffer[] = [];
  let left = UNPACKED_BYTES;
  for (const { name, isPacked, bytes } of partsOf(archive)) {
    const part = isPacked ? inflateRawSync(bytes, { maxOutputLength: left }) : bytes;
    left -= part.length;
    if (left <= 0) throw new RangeError('it unpacks to too much');
    if (hasLongRun(part.toString())) throw new RangeError('a cell holds too much text');
    parts.push(partHeader(name, part.length), Buffer.from(name), part);
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  return Buffer.concat([...parts, end]);
}

/** The workbook's own parts, as the archive's directory lists them. */
function* partsOf(archive: Buffer) {
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = archive.readUInt32LE(end + 16);
  for (let entries = archive.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, nameEnd);
    if (OWN_PART.test(name)) {
      const header = archive.readUInt32LE(at + 42);
      const begin =
        header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
      const bytes = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
      yield { name, isPacked: archive.readUInt16LE(at + 10) !== 0, bytes };
    }
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

/** Whether so much stands between two tags, or in one. */
function hasLongRun(xml: string): boolean {
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at);
    const end = next < 0 ? xml.length : next;
    if (end - at > RUN_CHARACTERS) return true;
    at = end + 1;
  }
  return false;
}

function partHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt32LE(bytes, 18);
  header.writeUInt32LE(bytes, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return header;
}
