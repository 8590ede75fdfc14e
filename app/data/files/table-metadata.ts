import { SOURCE_TERMS, OWN_LICENSE, type DataTable } from '#app/data/table.ts';

const DATATYPES = {
  text: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
} as const;

/**
 * What a table's file is, column by column, as a Metadata Document of CSV on the Web
 * (W3C tabular-metadata). `address` is the file's own.
 */
export function tableMetadata(table: DataTable<unknown>, address: string): object {
  return {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    url: address,
    'dc:title': table.title,
    'dc:description': `${table.means} A text that a spreadsheet would calculate is led by an apostrophe.`,
    'dc:license': { '@id': OWN_LICENSE.url },
    'dc:rights': `Each row says whose it is. What is not ours: ${SOURCE_TERMS}`,
    // By itself CSV on the Web takes a line that begins with # for a comment.
    dialect: { encoding: 'utf-8', header: true, lineTerminators: ['\r\n'], commentPrefix: null },
    tableSchema: {
      primaryKey: table.key,
      columns: table.columns.map(({ name, type, means, unit }) => ({
        name,
        titles: name,
        datatype: DATATYPES[type],
        'dc:description': means,
        ...(unit !== undefined && { 'schema:unitText': unit }),
        ...(table.key.includes(name) && { required: true }),
      })),
    },
  };
}
