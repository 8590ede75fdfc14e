import { deflateRawSync } from 'node:zlib';

const OFFICE = 'http://schemas.openxmlformats.org';
const LINKS = `${OFFICE}/officeDocument/2006/relationships`;

/** A workbook of one sheet, the XML of whose rows is given; its directory may state another size. */
export function aWorkbook(rows: string, statedBytes?: number): Buffer {
  const parts = Object.entries({
    'xl/workbook.xml': `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${LINKS}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  });
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, xml] of parts) {
    const packed = deflateRawSync(xml);
    const sizes = Buffer.alloc(24);
    sizes.writeUInt16LE(20, 0);
    sizes.writeUInt16LE(8, 4);
    sizes.writeUInt32LE(packed.length, 14);
    sizes.writeUInt32LE(Buffer.byteLength(xml), 18);
    sizes.writeUInt16LE(name.length, 22);
    const at = Buffer.alloc(16);
    at.writeUInt32LE(Buffer.concat(files).length, 12);
    files.push(Buffer.from('PK\u0003\u0004'), sizes, Buffer.alloc(2), Buffer.from(name), packed);
    const stated = Buffer.from(sizes);
    if (statedBytes !== undefined) stated.writeUInt32LE(statedBytes, 18);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.alloc(2), stated, at, Buffer.from(name));
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(files).length, 16);
  return Buffer.concat([...files, ...directory, end]);
}
