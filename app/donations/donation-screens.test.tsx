import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { rendered } from '#test/support/rendered.tsx';
import { AboutDonations } from './about-donations.tsx';
import { CryptoDonations } from './crypto-donations.tsx';
import { DonationList } from './donation-list.tsx';
import { DonationPanel } from './donation-panel.tsx';
import { ManageForm } from './manage-form.tsx';
import ManagePage from './manage.page.tsx';
import * as messages from './messages.ts';
import type { MonthlyDonation } from './amount-body.ts';

const PURPOSES = [
  { value: 'project', text: messages.PURPOSE_PROJECT },
  { value: 'closest', text: messages.PURPOSE_CLOSEST },
];

const render = (...of: Parameters<typeof rendered>) => rendered(...of).html;

describe('what the server sends of the donation page', () => {
  it('offers $20 a month by a form that works without a script, as the one for a link does', () => {
    const html = render(
      <DonationPanel rhythm="monthly" initial="20" purposes={PURPOSES} oneTimeUrl={null} />,
    );
    expect(html).toContain('>DONATE $20 MONTHLY<');
    expect(html).toMatch(/<select(?=[^>]* name="purpose")/);
    expect(html).toMatch(/<option value="project" selected="">The project</);
    // What a month may become is said before consent.
    expect(html.indexOf(messages.PURPOSE_HINT)).toBeLessThan(html.indexOf('DONATE $20 MONTHLY'));
    const once = render(
      <DonationPanel rhythm="once" initial="20" purposes={PURPOSES} oneTimeUrl={null} />,
    );
    expect(once).toContain(messages.PURPOSE_LABEL_ONCE);
    expect(once.indexOf(messages.PURPOSE_HINT)).toBeLessThan(once.indexOf('DONATE $20'));
    expect(html).toMatch(/<input(?=[^>]*name="amount")(?=[^>]*inputMode="numeric")(?![^>]*type=)/i);
    expect(html).toContain('href="/?give=once"');
    expect(html).toMatch(/<form(?=[^>]* method="post")(?=[^>]* action="\/donate")/);
    expect(render(<ManageForm />)).toMatch(
      /<form(?=[^>]* method="post")(?=[^>]* action="\/donate#manage")/,
    );
  });

  it('leads elsewhere for a one-time donation where the site names another address', () => {
    const url = 'https://gifts.example.org/once';
    const html = render(
      <DonationPanel rhythm="monthly" initial="20" purposes={PURPOSES} oneTimeUrl={url} />,
    );
    expect(html).toContain(`href="${url}" rel="noopener"`);
    expect(html).not.toContain('give=once');
  });

  it('shows of crypto what the site names, and nothing else', () => {
    const [walletAddress, checkoutUrl] = ['0x00000000000000000000', 'https://coins.example.org/'];
    const both = render(<CryptoDonations {...{ walletAddress, checkoutUrl }} />);
    expect(both).toContain(walletAddress);
    expect(both).toContain(`href="${checkoutUrl}" rel="noopener"`);
    const wallet = render(<CryptoDonations walletAddress={walletAddress} checkoutUrl={null} />);
    expect(wallet).toContain(walletAddress);
    expect(wallet).not.toContain('crypto checkout');
    const checkout = render(<CryptoDonations walletAddress={null} checkoutUrl={checkoutUrl} />);
    expect(checkout).not.toContain('Wallet');
    expect(render(<CryptoDonations walletAddress={null} checkoutUrl={null} />)).toBe('');
  });

  it('says what a donation is not, and names an address only where there is one', () => {
    const html = render(
      <AboutDonations supportEmail={null} taxNote="Gifts are not tax-deductible." />,
    );
    expect(html).toContain('not a tax receipt');
    expect(html).toContain('not refunded automatically');
    expect(html).not.toContain('mailto:');
    expect(render(<AboutDonations supportEmail="help@example.org" taxNote="" />)).toContain(
      'href="mailto:help@example.org"',
    );
  });
});

describe('the page of a mailed link', () => {
  it('says why it shows none, and what helps: another link, or another try', () => {
    const Page = ManagePage as ComponentType<{ loaderData: object }>;
    const none = (status: number) =>
      render(<Page loaderData={{ ok: false, sentence: 'None.', status }} />);
    expect(none(403)).toContain('None.');
    expect(none(403)).toContain('Send me a link');
    expect(none(500)).toContain('href=""');
  });

  it('has a button for each customer, and says where each donation stands', () => {
    const running: MonthlyDonation = {
      id: 'sub_1',
      customerId: 'cus_1',
      purpose: 'closest',
      amount: 20,
      status: 'active',
      isEnding: false,
      periodEnd: '2027-05-04T10:00:00.000Z',
      endedAt: null,
    };
    const donations: MonthlyDonation[] = [
      running,
      { ...running, isEnding: true },
      { ...running, customerId: 'cus_2', status: 'past_due' },
      { ...running, customerId: 'cus_2', status: 'active', periodEnd: null },
      { ...running, customerId: 'cus_2', status: 'canceled', endedAt: '2026-12-31T23:00:00.000Z' },
    ];
    const html = render(<DonationList donations={donations} purposes={PURPOSES} />);
    expect(html.match(/Manage subscription/g)).toHaveLength(2);
    const states = [...html.matchAll(/<span class="text-sm text-[^"]*">([^<]*)<\/span><\/p>/g)];
    expect(states.map(([, text]) => text)).toEqual([
      'Next payment on May 4, 2027',
      'Ends on May 4, 2027',
      'The last payment failed',
      'Active',
      'Ended on December 31, 2026',
    ]);
    // What each that goes on is for can be changed.
    expect(html.match(/name="purpose"/g)).toHaveLength(4);
  });
});
