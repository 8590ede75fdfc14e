import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { BASIS, resultColumns, statedColumns, TYPES } from '#app/intake/lab-file/lab-columns.ts';

/** Takes a laboratory's file; nothing is published by it. */
export function UploadForm({ product }: { product: string }) {
  return (
    <TitledPanel id="upload" title="A laboratory’s file" className="mt-8 max-w-2xl">
      <p className="mt-3 text-sm text-ink-soft">
        You see what it changes before anything is published. The file as it came is kept with the
        results.
      </p>
      <form
        method="post"
        action={href('/admin/results')}
        encType="multipart/form-data"
        className="mt-4 flex flex-col gap-4"
      >
        <Input
          label="File"
          name="file"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
          required
          hint="CSV (commas or semicolons), tab-separated text, or .xlsx, up to 2 MB. It is kept for a day."
        />
        <Input
          label="Product code"
          name="product"
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          defaultValue={product}
          hint="Such as 1042, if the whole file is about one product, as the template is. Otherwise, every line names its own."
        />
        <Input
          label="Certificate"
          name="certificate"
          type="file"
          accept=".pdf,application/pdf,image/jpeg,image/png,image/webp"
          hint="The laboratory’s PDF, or a photo of it, up to 2 MB. It is published with the results."
        />
        <div>
          <Button type="submit" name="intent" value="upload" variant="primary">
            Upload and look
          </Button>
        </div>
      </form>
      <details className="mt-5 text-sm text-ink-soft">
        <summary className="link">What a file may look like</summary>
        <ul className="mt-2 list-disc pl-5">
          <li>
            As the template of the product’s test: one line per sample, with a column per chemical.
          </li>
          <li>
            Or one line per result, with the columns{' '}
            {[...statedColumns, ...resultColumns].join(', ')}.
          </li>
          <li>
            unit is ng/g, µg/kg, or mg/kg. limit_kind is LOQ or RL. basis is {BASIS}. type is{' '}
            {TYPES.join(', ')}.
          </li>
          <li>A result is a number, &lt;0.5, &gt;60000, ND, or NR where it was not tested.</li>
          <li>A workbook has one sheet, with nothing hidden and plain numbers.</li>
        </ul>
      </details>
    </TitledPanel>
  );
}
