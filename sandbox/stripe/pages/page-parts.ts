import type { CardFields } from '#sandbox/stripe/payments/cards.ts';
import { html, type Html } from './html.ts';

/** Names of fields with a sentence about what is wrong with them. */
type Errors = Partial<Record<string, string>>;

export type CardForm = CardFields & { card_name: string };

/** A whole page, marked as the sandbox's. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Payment sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/c/style.css" />
      </head>
      <body>
        <header class="banner">Payment sandbox: no real money moves</header>
        <main>${content}</main>
      </body>
    </html>`.text;
}

export function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** A day in words, in UTC, for a time in seconds. */
export function dayInWords(timeS: number): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Date(timeS * 1000).toLocaleDateString('en-US', format);
}

/** All that is wrong, with links to the fields. */
export function errorSummary(errors: Errors): Html | '' {
  const entries = Object.entries(errors);
  if (entries.length === 0) return '';
  return html`
    <div class="errors" role="alert">
      <ul>
        ${entries.map(([name, message]) => html`<li><a href="#${name}">${message ?? ''}</a></li>`)}
      </ul>
    </div>
  `;
}

export function cardFields(form: CardForm, errors: Errors): Html {
  return html`
    <fieldset class="card">
      <legend>Card</legend>
      ${field('card_number', 'Card number', errors.card_number, {
        autocomplete: 'cc-number',
        inputmode: 'numeric',
        placeholder: '4242 4242 4242 4242',
      })}
      <div class="pair">
        ${field('card_expiry', 'Expiry (MM / YY)', errors.card_expiry, {
          autocomplete: 'cc-exp',
          inputmode: 'numeric',
          value: form.card_expiry,
        })}
        ${field('card_cvc', 'CVC', errors.card_cvc, {
          autocomplete: 'cc-csc',
          inputmode: 'numeric',
        })}
      </div>
      ${field('card_name', 'Name on card', errors.card_name, {
        autocomplete: 'cc-name',
        value: form.card_name,
      })}
    </fieldset>
  `;
}

export function field(
  name: string,
  label: string,
  error: string | undefined,
  attributes: Record<string, string>,
): Html {
  const all = {
    type: 'text',
    ...attributes,
    ...(error ? { 'aria-invalid': 'true', 'aria-describedby': `${name}-error` } : {}),
  };
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        ${Object.entries(all).map(([key, value]) => html`${key}="${value}" `)}
      />
      ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
    </div>
  `;
}
