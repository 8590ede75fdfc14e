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
  const { configuration, subscriptions, invoices, session } = view;
  const { headline } = configuration.business_profile;
  const shown = configuration.features.invoice_history.enabled ? invoices : [];
  return page(
    'Your subscription',
    html`
      <h1>Your subscription</h1>
      ${headline ? html`<p>${headline}</p>` : ''}
      ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
      ${problem ? html`<div class="errors" role="alert"><p class="error">${problem}</p></div>` : ''}
      ${subscriptions.length === 0 ? html`<p>There is no subscription.</p>` : ''}
      ${subscriptions.map((one) => subscriptionSection(view, one))}
      ${shown.length > 0 ? invoiceTable(shown) : ''} ${footer(view)} ${wayBack(session)}
    `,
  );
}

/** Asks whether a subscription shall really end. */
export function renderCancel(view: PortalView, one: SubscriptionView): string {
  const { configuration, session } = view;
  const isAtOnce = configuration.features.subscription_cancel.mode === 'immediately';
  const end = dayInWords(periodOf(one.subscription).end);
  return page(
    'Cancel your subscription',
    html`
      <h1>Cancel your subscription</h1>
      <p>
        ${one.name}, ${one.price}.
        ${isAtOnce ? 'It ends now.' : `It goes on until ${end}; after that nothing is charged.`}
      </p>
      <form method="post" action="?">
        <input type="hidden" name="action" value="cancel" />
        <input type="hidden" name="subscription" value="${one.subscription.id}" />
        <button type="submit">Cancel subscription</button>
      </form>
      ${goBack(session)}
    `,
  );
}

/** Asks for another card; neither its number nor its code is shown again. */
export function renderCard(
  session: PortalSession,
  form: CardForm,
  errors: CardErrors = {},
): string {
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
      ${goBack(session)}
    `,
  );
}

/** What is said where a flow ends with a confirmation. */
export function renderConfirmation(session: PortalSession, message: string): string {
  return page(
    message,
    html`
      <h1>${message}</h1>
      ${wayBack(session)}
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

function subscriptionSection({ configuration }: PortalView, one: SubscriptionView): Html {
  const { subscription, name, price, next, card } = one;
  const { features } = configuration;
  const isOver = subscription.status === 'canceled';
  const rows = [['Amount', price], ...next, ...(isOver ? [] : [['Card', card]])];
  const canCancel = features.subscription_cancel.enabled && !isOver;
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
        canCancel && subscription.cancel_at_period_end
          ? action('resume', 'subscription', subscription.id, 'Don’t cancel')
          : ''
      }
      <ul class="actions">
        ${
          features.payment_method_update.enabled && !isOver
            ? html`<li><a href="?card=1">Change card</a></li>`
            : ''
        }
        ${
          canCancel && !subscription.cancel_at_period_end
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

function footer({ configuration }: PortalView): Html | '' {
  const { privacy_policy_url: privacy, terms_of_service_url: terms } =
    configuration.business_profile;
  if (!privacy && !terms) return '';
  return html`
    <ul class="actions">
      ${privacy ? html`<li><a href="${privacy}">Privacy</a></li>` : ''}
      ${terms ? html`<li><a href="${terms}">Terms</a></li>` : ''}
    </ul>
  `;
}

/** From a question to where it was asked: the first page, or the seller where a flow asked it. */
function goBack(session: PortalSession): Html | '' {
  return session.flow ? wayBack(session) : html`<p><a href="?">Go back</a></p>`;
}

function wayBack({ return_url: url }: PortalSession): Html | '' {
  return url ? html`<p><a href="${url}">Return</a></p>` : '';
}
