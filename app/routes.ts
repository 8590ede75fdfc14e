import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Contracts } from '#app/platform/http/ask.ts';
import type { AnyCall } from '#app/platform/http/call.ts';

/** What the pages read of a query, by the pages' patterns. */
export const pageParameters = new Map<string, readonly string[]>();

const LIST = ['search', 'sort', 'direction', 'page'];
const VIEWPOINT = ['weight', 'unit', 'limits'];

/**
 * Every URL of the site: the pages first, then the calls. A page is a `*.page.tsx` of a room, a
 * call a `*.call.ts`; `server.ts` mounts both. A page that
 * everybody shares names the parameters that it reads: others are left out before it is drawn.
 */
const pages: RouteConfigEntry[] = [
  page('/', 'catalogue/list/home.page.tsx', [...LIST, 'mode']),
  page('/product/:id', 'catalogue/product.page.tsx'),
  page('/cart', 'funding/list/cart.page.tsx'),
  page('/add-product', 'submissions/add-product.page.tsx'),
  page('/success', 'funding/checkout/success.page.tsx', ['session_id']),
  page('/donate', 'donations/donate.page.tsx', ['give', 'amount']),
  page('/donate/manage', 'donations/manage.page.tsx', ['token']),
  page('/view-contributions', 'lookup/view-contributions.page.tsx'),
  page('/view-contributions/receipt/:id', 'lookup/receipt.page.tsx'),
  page('/about', 'pages/about.page.tsx'),
  page('/blog', 'pages/blog/blog.page.tsx'),
  page('/blog/:slug', 'pages/blog/post.page.tsx'),
  page('/faq', 'pages/faq.page.tsx'),
  page('/contact', 'pages/contact.page.tsx'),
  page('/chat', 'pages/chat.page.tsx'),
  page('/legal', 'pages/legal.page.tsx', ['tab']),
  page('/email/confirm', 'mailing/preferences/confirm.page.tsx', ['token']),
  page('/email/preferences', 'mailing/preferences/preferences.page.tsx', ['token', 'from', 'done']),
  page('/plasticlist', 'results/list/tested-list.page.tsx', LIST),
  page('/plasticlist/compare', 'results/compare/compare.page.tsx', [...VIEWPOINT, 'ids', 'add']),
  page('/plasticlist/:originalId', 'results/report/tested-report.page.tsx', VIEWPOINT),
  page('/plasticlist/:originalId/revisions/:number', 'results/report/revision.page.tsx', VIEWPOINT),
  page('/risk-methodology', 'results/methodology/methodology.page.tsx', ['view']),
  page('/login', 'admin/sign-in/login.page.tsx'),
  page('/login/link', 'admin/sign-in/login-link.page.tsx'),
  page('/login/code', 'admin/sign-in/login-code.page.tsx'),
  page('/admin', 'admin/health/admin.page.tsx'),
  page('/admin/people', 'admin/people/people.page.tsx'),
  page('/admin/results', 'publishing/results.page.tsx'),
  page('/admin/account', 'admin/sign-in/account.page.tsx'),
  page('/admin/testing', 'admin/testing/testing-list.page.tsx'),
  page('/admin/testing/:id', 'admin/testing/testing-desk.page.tsx'),
  page('/admin/products', 'admin/products/products.page.tsx'),
  page('/admin/products/:id', 'admin/products/product.page.tsx'),
  page('/admin/products/:id/photo', 'admin/products/photo.page.tsx'),
  page('/admin/submissions', 'admin/products/submissions.page.tsx'),
  page('/admin/digest', 'mailing/digest/digest.page.tsx'),
  page('/admin/digest/preview', 'mailing/digest/digest-preview.page.tsx'),
  page('/admin/trail', 'admin/trail/trail.page.tsx'),
  page('/api/docs', 'pages/api-docs.page.tsx'),
  page('/dev/mail', 'mailing/mails/outbox.page.tsx'),
  page('/dev/mail/:id', 'mailing/mails/outbox-mail.page.tsx'),
  page('/dev/ui', 'pages/dev-ui/dev-ui.page.tsx'),
  page('*', 'pages/not-found.page.tsx'),
];

export default pages;

/** The pages' patterns, such as `/product/:id`; `*` is what no other page answers. */
export const pagePaths: string[] = pages.map(({ path }) => (path === '*' ? '*' : `/${path ?? ''}`));

const api = {
  'get /api/products': () => import('#app/catalogue/list/list-products.call.ts'),
  'get /api/products/{id}': () => import('#app/catalogue/find-product.call.ts'),
  'get /api/products/{id}/lab-samples': () => import('#app/results/lab-facts/lab-samples.call.ts'),
  'get /api/products/{id}/testing': () => import('#app/testing/find-testing.call.ts'),
  'post /api/validate-cart': () => import('#app/funding/checkout/validate-cart.call.ts'),
  'post /api/create-checkout': () => import('#app/funding/checkout/create-checkout.call.ts'),
  'get /checkout/cancel': () => import('#app/funding/checkout/cancel-checkout.call.ts'),
  'post /api/create-donation-checkout': () =>
    import('#app/donations/create-donation-checkout.call.ts'),
  'post /api/create-subscription-checkout': () =>
    import('#app/donations/create-subscription-checkout.call.ts'),
  'post /api/create-portal-session': () => import('#app/donations/create-portal-session.call.ts'),
  'post /api/send-manage-link': () => import('#app/donations/send-manage-link.call.ts'),
  'post /api/send-order-link': () => import('#app/donations/send-order-link.call.ts'),
  'post /api/monthly-donations': () => import('#app/donations/monthly-donations.call.ts'),
  'post /api/create-product-submission-checkout': () =>
    import('#app/submissions/create-product-submission-checkout.call.ts'),
  'get /api/follows': () => import('#app/mailing/follows/find-follow.call.ts'),
  'post /api/follows': () => import('#app/mailing/follows/follow-product.call.ts'),
  'delete /api/follows/{id}': () => import('#app/mailing/follows/unfollow.call.ts'),
  'post /api/subscribers': () => import('#app/mailing/newsletter/subscribe.call.ts'),
  'post /api/confirm-subscription': () =>
    import('#app/mailing/preferences/confirm-subscription.call.ts'),
  'post /api/mail-preferences': () => import('#app/mailing/preferences/mail-preferences.call.ts'),
  'post /api/change-mail-preferences': () =>
    import('#app/mailing/preferences/change-mail-preferences.call.ts'),
  'post /email/preferences': () => import('#app/mailing/preferences/one-click.call.ts'),
  'post /api/send-verification': () => import('#app/lookup/send-verification.call.ts'),
  'post /api/verify-contribution-code': () =>
    import('#app/lookup/verify-contribution-code.call.ts'),
  'get /api/contributions': () => import('#app/lookup/contributions.call.ts'),
  'post /api/contributions/{id}/refund-request': () => import('#app/lookup/refund-request.call.ts'),
  'get /api/contributions/{id}/receipt': () => import('#app/lookup/receipt.call.ts'),
  'post /api/end-lookup': () => import('#app/lookup/end-lookup.call.ts'),
  'get /api/my-data': () => import('#app/my-data/my-data.call.ts'),
  'post /api/erase-my-data': () => import('#app/my-data/erase-my-data.call.ts'),
  'get /api/checkout-success': () => import('#app/funding/checkout/checkout-success.call.ts'),
  'get /api/risk-levels': () => import('#app/results/list/risk-levels.call.ts'),
  'get /api/chemicals/{key}': () => import('#app/results/lab-facts/chemical-profile.call.ts'),
  'get /api/plasticlist/{original_id}': () => import('#app/results/report/tested-report.call.ts'),
  'get /api/plasticlist/{original_id}/revisions/{number}': () =>
    import('#app/results/report/find-revision.call.ts'),
  'get /api/audit-report': () => import('#app/admin/audit/audit-report.call.ts'),
  'get /api/audits/{id}': () => import('#app/admin/audit/audit-file.call.ts'),
  'get /api/audits/{id}/csv': () => import('#app/admin/audit/audit-csv.call.ts'),
  'get /api/disputes/{id}': () => import('#app/admin/people/dispute-evidence.call.ts'),
  'get /api/events-summary': () => import('#app/admin/health/events-summary.call.ts'),
  'get /api/admin-actions': () => import('#app/admin/trail/list-actions.call.ts'),
  'post /api/auth/sign-in/magic-link': () => import('#app/admin/sign-in/send-link.call.ts'),
  'post /api/auth/magic-link/verify': () => import('#app/admin/sign-in/use-link.call.ts'),
  'post /api/auth/two-factor/verify-totp': () => import('#app/admin/sign-in/use-code.call.ts'),
  'post /api/auth/two-factor/verify-backup-code': () =>
    import('#app/admin/sign-in/use-recovery-code.call.ts'),
  'get /api/auth/get-session': () => import('#app/admin/sign-in/get-session.call.ts'),
  'get /api/auth/list-sessions': () => import('#app/admin/sign-in/list-sessions.call.ts'),
  'post /api/auth/sign-out': () => import('#app/admin/sign-in/sign-out.call.ts'),
  'post /api/auth/revoke-session': () => import('#app/admin/sign-in/revoke-session.call.ts'),
  'post /api/auth/two-factor/enable': () =>
    import('#app/admin/sign-in/begin-second-factor.call.ts'),
  'post /api/auth/two-factor/confirm': () =>
    import('#app/admin/sign-in/confirm-second-factor.call.ts'),
  'post /api/auth/two-factor/disable': () => import('#app/admin/sign-in/end-second-factor.call.ts'),
  'post /api/auth/two-factor/generate-backup-codes': () =>
    import('#app/admin/sign-in/renew-recovery-codes.call.ts'),
  'get /api/auth/token': () => import('#app/admin/sign-in/token.call.ts'),
  'get /.well-known/jwks.json': () => import('#app/admin/sign-in/jwks.call.ts'),
  'post /api/events': () => import('#app/platform/analytics/record-events.call.ts'),
  'post /api/stripe/webhook': () => import('./webhooks.call.ts'),
  'get /healthz': () => import('#app/platform/watch/healthz.call.ts'),
  'get /readyz': () => import('#app/platform/watch/readyz.call.ts'),
};

export const calls: CallRoute[] = Object.entries(api).map(([place, load]) => {
  const [method, path] = place.split(' ') as [CallRoute['method'], string];
  return { method, path, load };
});

interface CallRoute {
  method: 'get' | 'post' | 'delete';
  path: string;
  load: () => Promise<{ default: AnyCall }>;
}

declare module '#app/platform/http/ask.ts' {
  /** What the browser may ask for, by method and path. */
  interface Api extends Contracts<typeof api> {}
}

function page(path: string, file: string, parameters: readonly string[] = []): RouteConfigEntry {
  pageParameters.set(path, parameters);
  return path === '/'
    ? { id: file, index: true, file }
    : { id: file, path: path.replace(/^\//, ''), file };
}
