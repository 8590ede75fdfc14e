import { createHash } from 'node:crypto';
import type { StripeObject } from '#sandbox/stripe/objects.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { API_VERSION, complete } from '#sandbox/stripe/api/schema.ts';

/** The receiver named in the options, as the one endpoint that Stripe would show; none, if none. */
export function listWebhookEndpoints({ sandbox, path }: SandboxCall) {
  return { object: 'list', data: endpoints(sandbox), has_more: false, url: path };
}

function endpoints({ options }: Sandbox): StripeObject[] {
  const [url] = options.webhookUrls;
  if (!url) return [];
  const endpoint = complete('webhook_endpoint', {
    id: `we_1${createHash('sha256').update(url).digest('hex').slice(0, 23)}`,
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    created: 0,
    enabled_events: options.webhookEvents,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  });
  return [endpoint];
}
