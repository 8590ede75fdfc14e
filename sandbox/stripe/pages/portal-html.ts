import { html, type Html } from './html.ts';
import { invoiceStanding } from './invoice-page.ts';
import type { Invoice, PortalSession } from '#sandbox/stripe/objects.ts';
import {
  cardFields,
  dayInWords,
  dollars,
  errorSummary,
  page,
  type CardForm,
} from './page-parts.ts';
import type { PortalView, SubscriptionView } from './portal-view.ts';
import { periodOf } from '#sandbox/stripe/subscriptions/subscription-objects.ts';

export type CardErrors = Partial<Record<keyof CardForm, string>>;

/** The first page: subscriptions, invoices, and the way back. */
export function renderHome(view: PortalView, notice = '', problem = ''): string {
  const { subscriptions, invoices, session } = view;
  return page(
    'Your subscription',
    html`
      <h1>Your subscription</h1>
      ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
      ${problem ? html`<div class="errors" role="alert"><p class="error">${problem}</p></div>` : ''}
      ${subscriptions.length === 0 ? html`<p>There is no subscription.</p>` : ''}
      ${subscriptions.map((one) => subscriptionSection(one))}
      ${invoices.length > 0 ? invoiceTable(invoices) : ''} ${wayBack(session)}
    `,
  );
}

/** Asks whether a subscription shall really end. */
export function renderCancel(one: SubscriptionView): string {
  const end = dayInWords(periodOf(one.subscription).end);
  return page(
    'Cancel your subscription',
    html`
      <h1>Cancel your subscription</h1>
      <p>${one.name}, ${one.price}. It goes on until ${end}; after that nothing is charged.</p>
      <form method="post" action="?">
        <input type="hidden" name="action" value="cancel" />
        <input type="hidden" name="subscription" value="${one.subscription.id}" />
        <button type="submit">Cancel subscription</button>
      </form>
      <p><a href="?">Go back</a></p>
    `,
  );
}

/** Asks for another card; neither its number nor its code is shown again. */
export function renderCard(form: CardForm, errors: CardErrors = {}): string {
  return page(
    'Change your card',
    html`
      <h1>Change your card</h1>
      ${errorSummary(errors)}
      <form method="post" action="?" novalidate>
        <input type="hidden" name="action" value="card" />
        ${cardFields(form, errors)}
        <button type="submit">Save card</button>
      </form>
      <p><a href="?">Go back</a></p>
    `,
  );
}

export function renderExpiredPortal(session: PortalSession): string {
  return page(
    'This page has expired',
    html`
      <h1>This page has expired</h1>
      <p>Go back and open it anew. Nothing was changed.</p>
      ${wayBack(session)}
    `,
  );
}

export function renderUnknownPortal(): string {
  return page(
    'No such page',
    html`
      <h1>No such page</h1>
      <p>Check the address, or go back and open it anew.</p>
    `,
  );
}

function subscriptionSection(one: SubscriptionView): Html {
  const { subscription, name, price, next, card } = one;
  const isOver = subscription.status === 'canceled';
  const rows = [['Amount', price], ...next, ...(isOver ? [] : [['Card', card]])];
  return html`
    <section>
      <h2>${name}</h2>
      <table>
        <tbody>
          ${rows.map(
            ([label, value]) => html`
              <tr>
                <th scope="row">${label!}</th>
                <td>${value!}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
      ${
        !isOver && subscription.cancel_at_period_end
          ? action('resume', 'subscription', subscription.id, 'Don’t cancel')
          : ''
      }
      <ul class="actions">
        ${!isOver ? html`<li><a href="?card=1">Change card</a></li>` : ''}
        ${
          !isOver && !subscription.cancel_at_period_end
            ? html`<li><a href="?cancel=${subscription.id}">Cancel subscription</a></li>`
            : ''
        }
      </ul>
    </section>
  `;
}

function invoiceTable(invoices: Invoice[]): Html {
  return html`
    <section>
      <h2>Invoices</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Number</th>
            <th scope="col">Status</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${invoices.map(
            (invoice) => html`
              <tr>
                <td>${dayInWords(invoice.created)}</td>
                <td>
                  <a href="${invoice.hosted_invoice_url ?? ''}">${invoice.number ?? ''}</a>
                </td>
                <td>
                  ${invoiceStanding(invoice)}
                  ${
                    invoice.status === 'open' ? action('pay', 'invoice', invoice.id, 'Pay now') : ''
                  }
                </td>
                <td>${dollars(invoice.amount_due)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `;
}

function action(name: string, what: string, id: string, label: string): Html {
  return html`
    <form method="post" action="?">
      <input type="hidden" name="action" value="${name}" />
      <input type="hidden" name="${what}" value="${id}" />
      <button type="submit">${label}</button>
    </form>
  `;
}

function wayBack({ return_url: url }: PortalSession): Html | '' {
  return url ? html`<p><a href="${url}">Return</a></p>` : '';
}
