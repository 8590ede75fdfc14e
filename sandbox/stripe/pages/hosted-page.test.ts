import { expect, test } from 'vitest';
import { CARD, sendForm, sessionParams, startTestSandbox } from '#sandbox/stripe/test-support.ts';

async function openPage(url: string, sessionId: string) {
  const response = await fetch(`${url}/c/pay/${sessionId}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test('the page shows what is bought, says that it is a sandbox, and runs no script', async () => {
  const { stripe, url } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(
    sessionParams([1000, 123_450], { customer_email: 'buyer@example.com' }),
  );
  const { status, headers, html } = await openPage(url, session.id);
  expect(status).toBe(200);
  expect(html).toContain('Payment sandbox: no real money moves');
  for (const text of ['Item 0', '$10.00', '$1,234.50', '$1,244.50', 'http://127.0.0.1:1/cart']) {
    expect(html).toContain(text);
  }
  expect(html).toMatch(/<input[^>]*value="buyer@example.com"[^>]*readonly/);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('form-action');
  expect(html).not.toContain('<script');
  expect((await fetch(`${url}/c/style.css`)).headers.get('content-type')).toContain('text/css');
});

test("text of the seller and of the buyer can't become markup", async () => {
  const { stripe, url } = await startTestSandbox();
  const evil = '"><img src=x onerror=alert(1)>';
  const session = await stripe.checkout.sessions.create(
    sessionParams(0, {
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: 500,
            product_data: { name: evil, description: `About ${evil}` },
          },
        },
      ],
      custom_text: { submit: { message: evil } },
    }),
  );
  const { html } = await openPage(url, session.id);
  expect(html).not.toContain('<img');
  expect(html).toContain('About &#34;&#62;&#60;img');
  const answer = await sendForm(url, session.id, { ...CARD, email: evil, card_name: evil });
  expect(answer.html).not.toContain('<img');
  expect(answer.html).toContain('&#34;&#62;&#60;img');
});

test.each([
  ['email', '', 'Enter your email'],
  ['email', 'nobody@nowhere', 'Enter your email'],
  ['card_number', '4242424242424241', 'Your card number is invalid.'],
  ['card_number', 'garbage', 'Your card number is invalid.'],
  ['card_number', '', 'Your card number is invalid.'],
  ['card_number', '4111111111111111', 'Real cards are not taken here.'],
  ['card_expiry', '13 / 40', 'expiry as MM / YY'],
  ['card_expiry', '01 / 20', 'expiry is in the past'],
  ['card_cvc', '12', 'Enter the 3 digits'],
  ['card_name', ' ', 'Enter the name on the card.'],
  ['method', 'cheque', 'Choose how to pay.'],
])('%s "%s" is told beside its field, and nothing is charged', async (name, value, sentence) => {
  const { stripe, url, events } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(sessionParams());
  events.length = 0;
  const { status, html } = await sendForm(url, session.id, { ...CARD, [name]: value });
  expect(status).toBe(200);
  expect(html.replaceAll('&#39;', "'")).toContain(sentence);
  if (name !== 'email') expect(html).toContain(`value="${CARD.email}"`);
  expect(html).not.toContain('4242 4242 4242 4242"\n        value');
  expect(html).not.toContain('value="123"');
  expect(events).toEqual([]);
  expect((await stripe.charges.list()).data).toEqual([]);
});

test('the email that the seller gave stays, whatever the form says', async () => {
  const { stripe, url } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(
    sessionParams(2500, { customer_email: 'buyer@example.com' }),
  );
  await sendForm(url, session.id, { ...CARD, email: 'other@example.com' });
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  expect(paid.customer_details!.email).toBe('buyer@example.com');
});

test('a method that the seller does not allow is neither shown nor taken', async () => {
  const { stripe, url } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(
    sessionParams(2500, { allowed_payment_method_types: ['card'] }),
  );
  expect((await openPage(url, session.id)).html).not.toContain('us_bank_account"');
  const bank = { email: CARD.email, method: 'us_bank_account' };
  expect((await sendForm(url, session.id, bank)).html).toContain('Choose how to pay.');
});

test('closed and unknown sessions have their own pages', async () => {
  const { stripe, url } = await startTestSandbox();
  const paid = await stripe.checkout.sessions.create(sessionParams());
  await sendForm(url, paid.id, CARD);
  const again = await openPage(url, paid.id);
  expect(again.html).toContain('Already paid');
  expect(again.html).toContain(`/success?session_id=${paid.id}`);

  const gone = await stripe.checkout.sessions.create(sessionParams());
  await stripe.checkout.sessions.expire(gone.id);
  const expired = await openPage(url, gone.id);
  expect(expired.status).toBe(410);
  expect(expired.html).toContain('has expired');

  const [charge] = (await stripe.charges.list()).data;
  for (const id of ['cs_test_none', charge!.id, '%', '']) {
    expect((await openPage(url, id)).status).toBe(404);
  }
  expect((await fetch(`${url}/c/pay/${gone.id}`, { method: 'DELETE' })).status).toBe(405);
});
