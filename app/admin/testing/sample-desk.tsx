import { ActForm } from './act-form.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { fieldsOfStep } from '#app/testing/step-fields.ts';
import { likelyOf, textsOf } from '#app/testing/standing.ts';
import { nextStep, STEP_WORDS, type LaterStep, type StepName } from '#app/testing/steps.ts';
import type { Desk, DeskSample, DeskStep } from '#app/testing/testing-desk.server.ts';
import { TitledPanel } from '#app/ui/panel.tsx';

/** One sample: what became of it, what comes next, and how to correct what is wrong. */
export function SampleDesk({ sample, desk }: { sample: DeskSample; desk: Desk }) {
  const { id, number, steps } = sample;
  const next = nextStep(steps.map(({ step }) => step as StepName));
  return (
    <TitledPanel id={`sample-${number}`} title={`Sample ${number}`}>
      <ol className="mt-2">
        {steps.map((step) => (
          <li key={step.id} className="border-b border-line py-2">
            <StepLine step={step} />
            {step.step !== 'published' && (
              <StepCorrection step={step} isLast={step === steps.at(-1)} />
            )}
          </li>
        ))}
      </ol>
      {next && <NextStep desk={desk} samples={[sample]} step={next} />}
      {next && next !== 'checked' && (
        <NextStep
          desk={desk}
          samples={[sample]}
          step="given-up"
          form={`give-up-${id}`}
          summary="Give this sample up"
        />
      )}
    </TitledPanel>
  );
}

function StepLine({ step }: { step: DeskStep }) {
  const { place, lot, bestBefore, method, accreditation, note } = step;
  const best = bestBefore && `best before ${dayText(bestBefore)}`;
  const facts = [place, lot && `lot ${lot}`, best, method, accreditation, note]
    .filter(Boolean)
    .join(' · ');
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{STEP_WORDS[step.step as StepName]}</span>
        <time dateTime={step.day} className="font-mono text-xs tabular text-ink-soft">
          {dayText(step.day)}
        </time>
      </p>
      {facts && <p className="font-mono text-xs wrap-anywhere text-ink-soft">{facts}</p>}
      {step.reason && (
        <p className="font-mono text-xs wrap-anywhere text-ink-soft">corrected: {step.reason}</p>
      )}
    </div>
  );
}

function NextStep({
  desk,
  samples,
  step,
  form,
  ...props
}: {
  desk: Desk;
  samples: DeskSample[];
  step: LaterStep;
  form?: string;
  summary?: string;
}) {
  const ids = samples.map(({ id }) => id).join(' ');
  return (
    <ActForm
      {...props}
      act="note-step"
      form={form ?? `${step}-${ids}`}
      submit={step === 'given-up' ? 'Give it up' : `Note: ${STEP_WORDS[step]}`}
      fields={fieldsOfStep('note-step', step)}
      standing={{ ...likelyOf(step, desk, samples[0]), sample: ids, step }}
    />
  );
}

/** One step of every sample that is ready for it, noted at once. */
export function AllSamples({ desk }: { desk: Desk }) {
  const open = desk.samples.flatMap((sample) => {
    const step = nextStep(sample.steps.map((one) => one.step as StepName));
    return step ? [{ sample, step }] : [];
  });
  const [first] = open;
  const ready = open.filter(({ step }) => step === first?.step);
  if (!first || ready.length < 2) return null;
  return (
    <TitledPanel id="all-samples" title={`${ready.length} samples at once`}>
      <NextStep desk={desk} step={first.step} samples={ready.map(({ sample }) => sample)} />
    </TitledPanel>
  );
}

function StepCorrection({ step, isLast }: { step: DeskStep; isLast: boolean }) {
  return (
    <ActForm
      act="correct-step"
      form={`step-${step.id}`}
      summary="Correct"
      submit="Correct it"
      fields={fieldsOfStep('correct-step', step.step as StepName, isLast)}
      standing={{
        ...textsOf('correct-step', { ...step, reason: '' }),
        row: String(step.id),
      }}
    />
  );
}
