import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from './html.ts';
import type { Invoice } from '#sandbox/stripe/objects.ts';
import { sendPage } from './page-http.ts';
import { dayInWords, dollars, page } from './page-parts.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

/** Serves /i/:invoice_secret, the page that `hosted_invoice_url` names. */
export function serveInvoicePage(
  { store }: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET' }).end();
    return;
  }
  const id = /^\/i\/(in_[^_/]+)_\w+$/.exec(path)?.[1];
  const found = id ? (store.find(id) as Invoice | undefined) : undefined;
  if (found?.object === 'invoice' && found.hosted_invoice_url?.endsWith(path)) {
    sendPage(response, 200, renderInvoice(found));
  } else {
    sendPage(response, 404, renderUnknown());
  }
}

/** How an invoice stands, in a word or two. */
export function invoiceStanding({ status }: Invoice): string {
  return status === 'paid' ? 'Paid' : 'Not paid';
}

function renderInvoice(invoice: Invoice): string {
  const title = `Invoice ${invoice.number}`;
  return page(
    title,
    html`
      <h1>${title}</h1>
      <p>${dayInWords(invoice.created)}. ${invoiceStanding(invoice)}.</p>
      <table>
        <caption>
          What it is for
        </caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${invoice.lines.data.map(
            (line) => html`
              <tr>
                <td>${line.description}</td>
                <td>${dollars(line.amount)}</td>
              </tr>
            `,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>${dollars(invoice.amount_due)}</td>
          </tr>
        </tfoot>
      </table>
    `,
  );
}

function renderUnknown(): string {
  return page(
    'No such invoice',
    html`
      <h1>No such invoice</h1>
      <p>Check the address.</p>
    `,
  );
}
