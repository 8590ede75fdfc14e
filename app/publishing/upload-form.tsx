import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Takes a laboratory's file; nothing is published by it. */
export function UploadForm({ product }: { product: string }) {
  return (
    <Panel aria-labelledby="upload" className="mt-8 max-w-2xl">
      <RuleLabel id="upload">A laboratory’s file</RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">
        Send it as the laboratory wrote it. You see how it is read and what it changes before
        anything is published.
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
          hint="CSV, tab-separated text, or .xlsx, up to 2 MB. It is kept for a day."
        />
        <Input
          label="Product code"
          name="product"
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          defaultValue={product}
          hint="If the whole file is about one product. Otherwise, every line names its own."
        />
        <Input
          label="Certificate"
          name="certificate"
          type="file"
          accept=".pdf,application/pdf"
          hint="The laboratory’s PDF, up to 2 MB. It is published with the results."
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
          <li>One line per sample with a column per chemical, or one line per result.</li>
          <li>
            Chemicals in full, abbreviated, or by CAS number. A header below other lines is found.
          </li>
          <li>ng/g, µg/kg, ppb, mg/kg, ppm, and ng/kg. Results by volume are refused.</li>
          <li>
            Numbers, &lt;0.5, &lt;LOQ beside a limit, ND, J and U flags, N/A, NR. Blanks, spikes,
            and duplicates are set aside and kept.
          </li>
          <li>Whatever is converted or left out is shown for you to confirm.</li>
        </ul>
      </details>
    </Panel>
  );
}
