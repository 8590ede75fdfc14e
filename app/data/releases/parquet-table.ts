import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Cell, Column, DataTable } from '#app/data/table.ts';

/** Rows of a group: what is encoded in one go, and stands in memory until then. */
const ROWS = 5_000;
const DAY_MS = 86_400_000;

/** How a type is stored. A day is a DATE, and no moment. */
const TYPES: Record<Column['type'], Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
};

/** A table as a Parquet file, which leaves as it grows. */
export class ParquetTable {
  readonly #columns: { name: string; type: Column['type']; cells: unknown[] }[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #send: (bytes: Uint8Array) => Promise<void>;

  constructor({ columns, key }: DataTable<unknown>, send: (bytes: Uint8Array) => Promise<void>) {
    this.#columns = columns.map(({ name, type }) => ({ name, type, cells: [] }));
    this.#send = send;
    const schema: SchemaElement[] = [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }): SchemaElement => {
        const repetition_type = key.includes(name) ? 'REQUIRED' : 'OPTIONAL';
        return { name, ...TYPES[type], repetition_type };
      }),
    ];
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema });
  }

  async add(rows: readonly Cell[][]): Promise<void> {
    this.#columns.forEach(({ type, cells }, at) => {
      for (const row of rows) {
        const cell = row[at] ?? null;
        cells.push(type === 'date' && cell !== null ? Date.parse(String(cell)) / DAY_MS : cell);
      }
    });
    if ((this.#columns[0]?.cells.length ?? 0) >= ROWS) await this.#writeGroup();
  }

  async end(): Promise<void> {
    await this.#writeGroup();
    await this.#writer.finish();
    await this.#leave();
  }

  async #writeGroup(): Promise<void> {
    if (this.#columns[0]?.cells.length === 0) return;
    const columnData = this.#columns.map(({ name, cells }) => ({ name, data: cells.splice(0) }));
    await this.#writer.write({ columnData, rowGroupSize: 2 * ROWS });
    await this.#leave();
  }

  /** Hands on what is encoded; where in the file it stood is counted on. */
  async #leave(): Promise<void> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    await this.#send(bytes);
  }
}
