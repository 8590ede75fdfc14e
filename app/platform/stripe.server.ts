import Stripe from 'stripe';
import { config } from '#app/config.ts';

let client: Stripe | undefined;
let madeFor: string | undefined;

/** The Stripe client: Stripe itself, or the payment sandbox where `STRIPE_API_BASE` names one. */
export function stripe(): Stripe {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = config();
  if (!key) throw new Error('STRIPE_SECRET_KEY is not set.');
  if (!client || madeFor !== `${key} ${base}`) {
    client = new Stripe(key, {
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
      ...(base ? addressOf(base) : {}),
    });
    madeFor = `${key} ${base}`;
  }
  return client;
}

function addressOf(base: string): Partial<Stripe.StripeConfig> {
  const url = new URL(base);
  const protocol = url.protocol === 'https:' ? 'https' : 'http';
  return {
    host: url.hostname,
    port: Number(url.port || (protocol === 'https' ? 443 : 80)),
    protocol,
  };
}
