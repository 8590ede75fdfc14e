import { readFileSync } from 'node:fs';
import type { LineItem, Session } from './objects.ts';
import type { FormErrors, PaymentForm } from './payment.ts';

export const STYLE = readFileSync(new URL('./hosted-page.css', import.meta.url), 'utf8');

export type FormView = {
  session: Session;
  items: LineItem[];
  /** What was typed; neither the card number nor the security code is shown again. */
  form: PaymentForm;
  errors?: FormErrors;
};

const BUTTONS: Record<string, string> = { book: 'Book', donate: 'Donate' };

/** The page of an open session: what is bought, and one form. */
export function renderForm(view: FormView): string {
  const { session, items, form, errors = {} } = view;
  const total = dollars(session.amount_total);
  const note = session.custom_text.submit?.message;
  return page(
    `Pay ${total}`,
    html`
      <h1>Pay <span class="amount">${total}</span></h1>
      ${summary(items, total)} ${errorSummary(errors)}
      <form method="post" novalidate>
        ${emailField(view)} ${methodField(view)} ${cardFields(form, errors)} ${bankField(view)}
        ${note ? html`<p>${note}</p>` : ''}
        <button type="submit">${BUTTONS[session.submit_type ?? ''] ?? 'Pay'} ${total}</button>
      </form>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Cancel and go back</a></p>` : ''}
    `,
  );
}

/** The page of a session that is complete or expired. */
export function renderClosed(session: Session, successUrl: string): string {
  if (session.status === 'complete') {
    const text = session.payment_status === 'paid' ? 'Already paid' : 'Payment submitted';
    return page(
      text,
      html`
        <h1>${text}</h1>
        <p>${dollars(session.amount_total)}. You will not be charged again.</p>
        <p><a href="${successUrl}">Continue</a></p>
      `,
    );
  }
  const back = session.cancel_url;
  return page(
    'This payment page has expired',
    html`
      <h1>This payment page has expired</h1>
      <p>Nothing was charged.</p>
      ${back ? html`<p><a href="${back}">Go back</a></p>` : ''}
    `,
  );
}

export function renderUnknown(): string {
  return page(
    'No such payment page',
    html`
      <h1>No such payment page</h1>
      <p>Check the address, or go back and start again. Nothing was charged.</p>
    `,
  );
}

function summary(items: LineItem[], total: string): Html {
  return html`
    <table>
      <caption>
        What you pay for
      </caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(
          (item) => html`
            <tr>
              <td>
                ${item.description}
                ${item.quantity > 1 ? html`<span class="quantity">× ${item.quantity}</span>` : ''}
              </td>
              <td>${dollars(item.amount_total)}</td>
            </tr>
          `,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>${total}</td>
        </tr>
      </tfoot>
    </table>
  `;
}

function errorSummary(errors: FormErrors): Html | '' {
  const entries = Object.entries(errors);
  if (entries.length === 0) return '';
  return html`
    <div class="errors" role="alert">
      <ul>
        ${entries.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}
      </ul>
    </div>
  `;
}

function emailField({ session, form, errors = {} }: FormView): Html {
  const isFixed = session.customer_email !== null;
  return field('email', 'Email', errors.email, {
    type: 'email',
    autocomplete: 'email',
    value: isFixed ? session.customer_email! : form.email,
    ...(isFixed ? { readonly: '' } : {}),
  });
}

function methodField({ session, form, errors = {} }: FormView): Html {
  const choices = [
    ['card', 'Card'],
    ['us_bank_account', 'Bank account that settles later'],
  ].filter(([type]) => session.payment_method_types.includes(type!));
  return html`
    <fieldset class="method" id="method">
      <legend>Payment method</legend>
      ${errors.method ? html`<p class="error">${errors.method}</p>` : ''}
      ${choices.map(
        ([type, label]) => html`
          <label class="choice">
            <input type="radio" name="method" value="${type!}" ${checked(form.method === type)} />
            ${label!}
          </label>
        `,
      )}
    </fieldset>
  `;
}

function cardFields(form: PaymentForm, errors: FormErrors): Html {
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

function bankField({ session, form }: FormView): Html | '' {
  if (!session.payment_method_types.includes('us_bank_account')) return '';
  const outcomes = [
    ['succeeded', 'is settled after a few seconds'],
    ['failed', 'fails after a few seconds'],
    ['wait', 'waits until the sandbox is told'],
  ] as const;
  return html`
    <fieldset class="bank">
      <legend>Bank account</legend>
      <label for="bank_outcome">The payment</label>
      <select id="bank_outcome" name="bank_outcome">
        ${outcomes.map(
          ([value, label]) => html`
            <option value="${value}" ${form.bank_outcome === value ? html`selected` : ''}>
              ${label}
            </option>
          `,
        )}
      </select>
    </fieldset>
  `;
}

function field(
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

function checked(isChecked: boolean): Html | '' {
  return isChecked ? html`checked` : '';
}

function page(title: string, content: Html): string {
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

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Markup that is safe to put into markup; anything else is escaped. */
type Html = { text: string };
type HtmlPart = string | number | Html | Html[];

function html(parts: TemplateStringsArray, ...values: HtmlPart[]): Html {
  return { text: String.raw({ raw: parts }, ...values.map(toText)) };
}

function toText(value: HtmlPart): string {
  if (Array.isArray(value)) return value.map(({ text }) => text).join('');
  return typeof value === 'object' ? value.text : escape(String(value));
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
