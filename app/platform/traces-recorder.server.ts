import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { config } from '#app/config.ts';
import { log } from './log.server.ts';
import { site } from '#app/site.ts';

/** What is said of a step: never who, from where, or with which values. */
type Facts = Record<string, string | number>;

export interface Step {
  name: string;
  /** Answered by us, asked of others, or taken off a queue. */
  kind: 'server' | 'client' | 'consumer';
  facts: Facts;
}

/** Adds what is known at the end of a step, and whether it failed without throwing. */
export type Tell = (facts: Facts, hasFailed?: boolean) => void;

export interface Recorder {
  record<T>(step: Step, work: (tell: Tell) => Promise<T>): Promise<T>;
  /** Sends what is left. */
  stop(): Promise<void>;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** How long the site waits for the last steps to be sent when it stops. */
const LAST_WORDS_MS = 2_000;

/**
 * Hands steps to OpenTelemetry's SDK, which sends them in batches. It is this recorder's own and not the
 * program's: libraries that would say more than `traced` lets through find none.
 */
export function openRecorder(): Recorder {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_EXPORTER_OTLP_HEADERS: headers } =
    config();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers.map(asHeader)),
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': config().OTEL_SERVICE_NAME ?? site.slug }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(shareOfTraces()) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: sayingWhatFails(exporter) })],
  });
  const tracer = provider.getTracer(site.slug);
  const inside = new AsyncLocalStorage<Context>();
  return {
    record({ name, kind, facts }, work) {
      const outer = inside.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, outer);
      return inside.run(trace.setSpan(outer, span), async () => {
        try {
          return await work((more, hasFailed = false) => {
            span.setAttributes(more);
            if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          });
        } catch (error) {
          sayError(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

function asHeader(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
}

/** Its kind alone: messages quote addresses, and values. */
function sayError(span: Span, error: unknown): void {
  const { name, code } = error as { name?: string; code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function shareOfTraces(): number {
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share } = config();
  if (sampler.endsWith('always_off')) return 0;
  return sampler.endsWith('traceidratio') ? share : 1;
}

/** A collector that is away is said once, until it takes something again. */
function sayingWhatFails(exporter: OTLPTraceExporter): OTLPTraceExporter {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const hasFailed = result.code !== 0;
      if (hasFailed && !isFailing) {
        log.warn({ message: result.error?.message }, 'traces cannot be sent; these are dropped');
      }
      isFailing = hasFailed;
      done(result);
    });
  return exporter;
}
