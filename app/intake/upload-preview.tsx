import { href } from 'react-router';
import { minuteText } from '#app/kit/day-text.ts';
import type { UploadView } from './publish-upload.server.ts';
import { counted } from '#app/kit/text.ts';
import { LineList } from '#app/ui/line-list.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Input, Textarea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** What publishing an upload would change, or every complaint about it with its line. */
export function UploadPreview({
  view,
  confirmed,
}: {
  view: UploadView;
  /** The lines that were confirmed in a form that was refused. */
  confirmed: readonly string[];
}) {
  const { id, fileName, sha256, about, uploadedAt, certificate, problems, plan } = view;
  return (
    <>
      <p className="mt-6 text-sm wrap-anywhere">
        {fileName}
        <span>{about !== null && `, about product ${about}`}</span>, uploaded{' '}
        {minuteText(uploadedAt)}
      </p>
      <p className="mt-1 font-mono text-xs wrap-anywhere text-ink-soft">SHA-256 {sha256}</p>
      {certificate !== null && (
        <p className="mt-1 text-sm wrap-anywhere">Certificate: {certificate}</p>
      )}
      {problems && <Complaints id={id} {...problems} />}
      {plan && <Plan {...{ view, plan, confirmed }} />}
      <form method="post" action={href('/admin/results')} className="mt-6">
        <input type="hidden" name="upload" value={id} />
        <Button type="submit" name="intent" value="discard">
          Discard it
        </Button>
      </form>
    </>
  );
}

function Complaints({
  id,
  shown,
  from,
  total,
}: NonNullable<UploadView['problems']> & { id: string }) {
  const next = from + shown.length;
  return (
    <TitledPanel
      id="complaints"
      title="What is wrong with it"
      note={counted(total, 'complaint')}
      className="mt-6"
    >
      <p className="mt-3 text-sm text-ink-soft">
        Nothing from the file was saved. Correct it and upload it again.
      </p>
      <ol className="mt-3 font-mono text-sm">
        {shown.map(({ line, reason }, at) => (
          <li key={`${from + at}`} className="flex gap-4 border-b border-line py-1.5 wrap-anywhere">
            <span className="min-w-20 shrink-0 text-ink-soft">line {line}</span>
            <span className="min-w-0">{reason}</span>
          </li>
        ))}
      </ol>
      {next < total && (
        <a
          href={`${href('/admin/results')}?upload=${id}&from=${next}#complaints`}
          className={`mt-4 ${buttonClass()}`}
        >
          Next of {counted(total - next, 'more problem')}
        </a>
      )}
    </TitledPanel>
  );
}

function Plan({
  view: { id, sha256 },
  plan: { samples, fingerprint, changes, unchanged, hindrances, controls, doubts, typedAgain },
  confirmed,
}: Parameters<typeof UploadPreview>[0] & { plan: NonNullable<UploadView['plan']> }) {
  const isCorrection = changes.some((change) => change.isCorrection);
  return (
    <TitledPanel
      id="changes"
      title="What it changes"
      note={counted(samples, 'sample')}
      className="mt-6"
    >
      {changes.length === 0 && <p className="mt-3">Nothing. All of it is already published.</p>}
      <ul className="mt-3">
        {changes.map((change) => (
          <li key={change.productId} className="border-b border-line py-3">
            <h3 className="flex flex-wrap items-center gap-3 wrap-anywhere">
              {change.heading}
              {change.isCorrection && <Tag tone="warn">correction</Tag>}
            </h3>
            <LineList lines={change.lines} className="mt-2 font-mono text-sm text-ink-soft" />
          </li>
        ))}
      </ul>
      {controls.length > 0 && (
        <>
          <p className="mt-4 text-sm text-ink-soft">
            Set aside as controls. They are kept with the results and are in no average.
          </p>
          <LineList lines={controls} className="mt-1 font-mono text-sm text-ink-soft" />
        </>
      )}
      {unchanged > 0 && changes.length > 0 && (
        <p className="mt-3 text-sm text-ink-soft">{counted(unchanged, 'product')}: nothing new.</p>
      )}
      {hindrances.map((sentence) => (
        <Notice key={sentence} tone="warn" className="mt-4">
          {sentence}
        </Notice>
      ))}
      {changes.length > 0 && hindrances.length > 0 && doubts.length > 0 && (
        <>
          <h3 className="mt-4">Look twice</h3>
          <ul className="mt-1 list-disc pl-5 text-sm wrap-anywhere">
            {doubts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {changes.length > 0 && hindrances.length === 0 && (
        <form
          method="post"
          action={`${href('/admin/results')}?upload=${id}`}
          className="mt-5 flex flex-col gap-4"
        >
          <input type="hidden" name="upload" value={id} />
          <input type="hidden" name="sha256" value={sha256} />
          <input type="hidden" name="fingerprint" value={fingerprint} />
          {doubts.length > 0 && (
            <fieldset>
              <legend className="mb-2">Look twice, and confirm each line</legend>
              <ul className="flex flex-col gap-1">
                {doubts.map((text) => (
                  <li key={text}>
                    <label className="flex min-h-8 items-start gap-3 py-1 text-sm wrap-anywhere">
                      <input
                        type="checkbox"
                        name="confirm"
                        value={text}
                        required
                        defaultChecked={confirmed.includes(text)}
                        className="mt-1"
                      />
                      {text}
                    </label>
                  </li>
                ))}
              </ul>
            </fieldset>
          )}
          {typedAgain.length > 0 && (
            // In capitals µg would read as MG.
            <fieldset className="[&_label]:normal-case">
              <legend className="mb-2">
                Type these results again, as they stand on the laboratory’s paper
              </legend>
              <div className="grid gap-3 sm:grid-cols-2">
                {typedAgain.map(({ name, label }) => (
                  <Input
                    key={name}
                    label={label}
                    name={name}
                    required
                    maxLength={40}
                    autoComplete="off"
                  />
                ))}
              </div>
            </fieldset>
          )}
          {isCorrection && (
            <Textarea
              label="Why published results change"
              name="reason"
              required
              maxLength={1_000}
              hint="Shown publicly with the corrected results."
            />
          )}
          <div>
            <Button type="submit" name="intent" value="publish" variant="primary">
              Publish
            </Button>
          </div>
        </form>
      )}
    </TitledPanel>
  );
}
