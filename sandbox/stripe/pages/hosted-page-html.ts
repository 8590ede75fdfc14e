import { readFileSync } from 'node:fs';
import { html, type Html } from './html.ts';
import type { LineItem, Session } from '#sandbox/stripe/objects.ts';
import { cardFields, dollars, errorSummary, field, page } from './page-parts.ts';
import type { FormErrors, PaymentForm } from '#sandbox/stripe/payments/payment.ts';
import { rhythm } from '#sandbox/stripe/subscriptions/periods.ts';

export const STYLE = readFileSync(new URL('./hosted-page.css', import.meta.url), 'utf8');

/** A line item, and what its product is described as. */
type ShownItem = LineItem & { about: string | null };

export type FormView = {
  session: Session;
  items: ShownItem[];
  /** What was typed; neither the card number nor the security code is shown again. */
  form: PaymentForm;
  errors?: FormErrors;
};

const BUTTONS: Record<string, string> = { book: 'Book', donate: 'Donate', subscribe: 'Subscribe' };

/** The page of an open session: what is bought, and one form. */
export function renderForm(view: FormView): string {
  const { session, items, form, errors = {} } = view;
  const total = amountOf(session.amount_total, items[0]);
  const isSubscription = session.mode === 'subscription';
  const button = BUTTONS[session.submit_type ?? ''] ?? (isSubscription ? 'Subscribe' : 'Pay');
  const note = session.custom_text.submit?.message;
  return page(
    `Pay ${total}`,
    html`
      <h1>Pay <span class="amount">${total}</span></h1>
      ${summary(items, total)} ${errorSummary(errors)}
      <form method="post" novalidate>
        ${emailField(view)} ${methodField(view)} ${cardFields(form, errors)} ${bankField(view)}
        ${note ? html`<p>${note}</p>` : ''}
        ${isSubscription ? html`<p>${total}, until you cancel. Your card is saved for it.</p>` : ''}
        <button type="submit">${button} ${total}</button>
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

function summary(items: ShownItem[], total: string): Html {
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
                ${item.about ? html`<p class="about">${item.about}</p>` : ''}
              </td>
              <td>${amountOf(item.amount_total, item)}</td>
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

/** An amount, with its rhythm where it is paid again and again. */
function amountOf(cents: number, item: LineItem | undefined): string {
  const recurring = item?.price.recurring;
  return recurring ? `${dollars(cents)} ${rhythm(recurring)}` : dollars(cents);
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

function checked(isChecked: boolean): Html | '' {
  return isChecked ? html`checked` : '';
}
