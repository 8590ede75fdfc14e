import { BaseTransport } from '@amplitude/analytics-core';
import type { Types } from '@amplitude/analytics-browser';
import { maySend } from './analytics-consent.ts';
import { scrubbed } from './scrub-event.ts';

type Transport = Types.BrowserConfig['transportProvider'];
type Payload = Parameters<Transport['send']>[1];

/** Bodies up to this size may outlive their page; browsers refuse larger ones. */
const KEEPALIVE_BYTES = 60_000;

/**
 * Posts what the SDK hands over and tells it what became of it by the HTTP status: 2xx
 * taken, 408 and 5xx tried again, 413 tried again in halves, 429 kept back, any other 4xx dropped
 * unless the answer names the events that are wrong.
 */
export class EventTransport extends BaseTransport implements Transport {
  private readonly isFirstParty: boolean;
  private readonly sent = new Set<string | undefined>();
  private unanswered = 0;
  /** Told of every request, before it begins. */
  onSend = () => {};

  constructor(isFirstParty: boolean) {
    super();
    this.isFirstParty = isFirstParty;
  }

  /** Whether a request waits for its answer: the SDK begins no other one before. */
  get isBusy(): boolean {
    return this.unanswered > 0;
  }

  /** Whether an event was in any request, whatever came of it. */
  hasSent(id: string): boolean {
    return this.sent.has(id);
  }

  override async send(url: string, payload: Payload) {
    for (const event of payload.events) this.sent.add(event.insert_id);
    this.unanswered += 1;
    try {
      return await this.post(url, payload);
    } finally {
      this.unanswered -= 1;
    }
  }

  private async post(url: string, payload: Payload) {
    this.onSend();
    // Taken back in the meantime: as if it had been sent.
    if (!maySend()) return this.buildResponse({ code: 200 });
    // As many events as were handed over, in their order: answers name them by their place.
    const events = payload.events.map(scrubbed);
    const body = JSON.stringify(this.isFirstParty ? bare(events) : { ...payload, events });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      credentials: this.isFirstParty ? 'same-origin' : 'omit',
      keepalive: body.length < KEEPALIVE_BYTES,
    });
    const said = asObject(await response.json().catch(() => undefined));
    if (this.buildStatus(response.status) === 'invalid' && !namesEvents(said)) {
      said.missing_field = 'events'; // the SDK's word for: never send these again
    }
    return this.buildResponse({ ...said, code: response.status });
  }
}

/** To ourselves: the events, and nothing by which one visitor could be told from another. */
function bare(events: Payload['events']) {
  return {
    events: events.map(({ event_type, event_properties, insert_id }) => ({
      event_type,
      event_properties,
      insert_id,
    })),
  };
}

function namesEvents(said: Record<string, unknown>): boolean {
  return ['events_with_invalid_fields', 'events_with_missing_fields', 'silenced_events'].some(
    (key) => said[key] !== undefined,
  );
}

function asObject(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? { ...json } : {};
}
