import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** Takes a laboratory's file; nothing is published by it. */
export function UploadForm() {
  return (
    <Panel aria-labelledby="upload" className="mt-8 max-w-2xl">
      <RuleLabel id="upload">A laboratory’s file</RuleLabel>
      <p className="mt-3 text-sm text-ink-soft">
        Tabs or commas, one line per sample, with PlasticList’s columns. You see what it changes
        before anything is published.
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
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          required
          hint="UTF-8 text, up to 2 MB. It is kept for a day."
        />
        <Input
          label="Product code"
          name="product"
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          hint="If the whole file is about one product. Otherwise, every line names its own."
        />
        <div>
          <Button type="submit" name="intent" value="upload" variant="primary">
            Upload and look
          </Button>
        </div>
      </form>
    </Panel>
  );
}
