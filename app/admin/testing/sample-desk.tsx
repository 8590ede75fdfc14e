import { Day } from '#app/desk/day-field.tsx';
import { DeskForm, Folded, type RefusedForm } from '#app/desk/desk-form.tsx';
import { dayText } from '#app/kit/day-text.ts';
import { nextStep, STEP_WORDS, type LaterStep, type StepName } from '#app/testing/steps.ts';
import type { DeskSample, DeskStep } from '#app/testing/testing-desk.server.ts';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

interface Desk {
  productId: number;
  /** As `2026-11-21`. */
  today: string;
  refused: RefusedForm | undefined;
}

/** One sample: what became of it, what comes next, and how to correct what is wrong. */
export function SampleDesk({ sample, ...desk }: Desk & { sample: DeskSample }) {
  const { id, number, steps } = sample;
  const done = steps.map(({ step }) => step as StepName);
  const next = nextStep(done);
  return (
    <TitledPanel id={`sample-${number}`} title={`Sample ${number}`}>
      <ol className="mt-2">
        {steps.map((step) => (
          <li key={step.id} className="border-b border-line py-2">
            <StepLine step={step} />
            {step.step !== 'published' && (
              <StepCorrection {...desk} step={step} isLast={step === steps.at(-1)} />
            )}
          </li>
        ))}
      </ol>
      {next && <NextStep {...desk} sampleId={id} step={next} />}
      {next && next !== 'checked' && <GiveUp {...desk} sampleId={id} />}
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

const PLACES: Partial<Record<StepName, string>> = {
  bought: 'Shop',
  shipped: 'Carrier',
  'at-lab': 'Laboratory',
  'results-in': 'Laboratory',
};

function NextStep({ productId, today, refused, sampleId, step }: StepProps & { step: LaterStep }) {
  const place = PLACES[step];
  return (
    <DeskForm
      productId={productId}
      name={`${step}-${sampleId}`}
      intent="note-step"
      submit={`Note: ${STEP_WORDS[step]}`}
      hidden={{ sample: sampleId, step }}
      refused={refused}
    >
      {(valueOf) => (
        <>
          <Day today={today} value={valueOf('day')} />
          {place && (
            <Input label={place} name="place" maxLength={100} defaultValue={valueOf('place')} />
          )}
          {step === 'results-in' && <HowMeasured valueOf={valueOf} />}
          <DeskNote value={valueOf('note')} />
        </>
      )}
    </DeskForm>
  );
}

/** What the report says of the laboratory's work where the laboratory's file does not. */
function HowMeasured({
  valueOf,
  step,
}: {
  valueOf: (field: string, otherwise?: string) => string;
  step?: DeskStep;
}) {
  return (
    <>
      <Input
        label="Method"
        name="method"
        maxLength={200}
        defaultValue={valueOf('method', step?.method ?? '')}
        hint="As the report states it, such as QuEChERS, GC-MS."
      />
      <Input
        label="Accreditation"
        name="accreditation"
        maxLength={100}
        defaultValue={valueOf('accreditation', step?.accreditation ?? '')}
        hint="Such as ISO/IEC 17025, with its number."
      />
    </>
  );
}

/** One step of every sample that is ready for it, noted at once. */
export function AllSamples({ samples, ...desk }: Desk & { samples: readonly DeskSample[] }) {
  const open = samples.flatMap(({ id, steps }) => {
    const step = nextStep(steps.map((one) => one.step as StepName));
    return step ? [{ id, step }] : [];
  });
  const [first] = open;
  const ready = open.filter(({ step }) => step === first?.step);
  if (!first || ready.length < 2) return null;
  const shared = { ...desk, step: first.step, sampleId: ready.map(({ id }) => id).join(' ') };
  return (
    <TitledPanel id="all-samples" title={`${ready.length} samples at once`}>
      <NextStep {...shared} />
    </TitledPanel>
  );
}

type StepProps = Desk & { sampleId: string };

function GiveUp({ productId, today, refused, sampleId }: StepProps) {
  const name = `give-up-${sampleId}`;
  return (
    <Folded summary="Give this sample up" isOpen={refused?.form === name}>
      <DeskForm
        productId={productId}
        name={name}
        intent="note-step"
        submit="Give it up"
        hidden={{ sample: sampleId, step: 'given-up' }}
        refused={refused}
      >
        {(valueOf) => (
          <>
            <Day today={today} value={valueOf('day')} />
            <DeskNote value={valueOf('note')} label="Why (public)" isRequired />
          </>
        )}
      </DeskForm>
    </Folded>
  );
}

function StepCorrection({
  productId,
  today,
  refused,
  step,
  isLast,
}: Desk & { step: DeskStep; isLast: boolean }) {
  const name = `step-${step.id}`;
  const place = PLACES[step.step as StepName];
  return (
    <Folded summary="Correct" isOpen={refused?.form === name}>
      <DeskForm
        productId={productId}
        name={name}
        intent="correct-step"
        submit="Correct it"
        hidden={{ row: String(step.id) }}
        refused={refused}
      >
        {(valueOf) => (
          <>
            <Day today={today} value={valueOf('day', step.day)} />
            {place && (
              <Input
                label={place}
                name="place"
                maxLength={100}
                defaultValue={valueOf('place', step.place ?? '')}
              />
            )}
            {step.step === 'results-in' && <HowMeasured valueOf={valueOf} step={step} />}
            {step.step === 'bought' && (
              <>
                <Input
                  label="Lot"
                  name="lot"
                  maxLength={60}
                  defaultValue={valueOf('lot', step.lot ?? '')}
                />
                <Input
                  label="Best before"
                  name="best_before"
                  type="date"
                  defaultValue={valueOf('best_before', step.bestBefore ?? '')}
                />
              </>
            )}
            <DeskNote value={valueOf('note', step.note ?? '')} />
            <Input
              label="Reason for the correction (public)"
              name="reason"
              required
              maxLength={200}
              defaultValue={valueOf('reason')}
            />
            {isLast && step.step !== 'bought' && (
              <label className="flex min-h-8 items-center gap-2 sm:col-span-2">
                <input type="checkbox" name="void" value="1" />
                It did not happen after all
              </label>
            )}
          </>
        )}
      </DeskForm>
    </Folded>
  );
}

export function DeskNote({
  value,
  label = 'Note (public)',
  isRequired = false,
}: {
  value: string;
  label?: string;
  isRequired?: boolean;
}) {
  return (
    <Input
      label={label}
      name="note"
      required={isRequired}
      maxLength={300}
      defaultValue={value}
      className="sm:col-span-2"
    />
  );
}
