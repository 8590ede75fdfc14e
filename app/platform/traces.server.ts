import { config } from '#app/config.ts';
import type { Recorder, Step, Tell } from './traces-recorder.server.ts';

let recorder: Recorder | undefined;

/** Begins to trace where `OTEL_EXPORTER_OTLP_ENDPOINT` is set; nothing of it is loaded where it is not. */
export async function startTraces(): Promise<void> {
  if (!config().OTEL_EXPORTER_OTLP_ENDPOINT || recorder) return;
  const { openRecorder } = await import('./traces-recorder.server.ts');
  recorder = openRecorder();
}

export async function stopTraces(): Promise<void> {
  const stopping = recorder;
  recorder = undefined;
  await stopping?.stop();
}

export function isTracing(): boolean {
  return recorder !== undefined;
}

/** Does `work`, as a step of whatever step it is done in where steps are traced. */
export function traced<T>(step: () => Step, work: (tell: Tell) => Promise<T>): Promise<T> {
  return recorder ? recorder.record(step(), work) : work(() => {});
}
