import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Contracts } from '#app/http/ask.ts';
import type { AnyCall } from '#app/http/call.ts';
import type { PageFacts } from '#app/http/serve-pages.server.ts';
import { CERTIFICATE_BYTES, RESULTS_FILE_BYTES } from '#app/intake/result-upload.ts';
import { MAX_UPLOAD_BYTES } from '#app/pictures/image-limits.ts';

const LIST = ['search', 'sort', 'direction', 'page'];
const VIEWPOINT = ['weight', 'unit', 'servings', 'limits'];

/**
 * Every URL of the site: the pages first, then the calls. A page is a `*.page.tsx` of a room, a
 * call stands in a room's `calls.ts`; `server.ts` mounts both.
 */
const pages: (RouteConfigEntry & { facts: PageFacts })[] = [
  page('/', 'pages/home.page.tsx', {
    reads: [...LIST, 'category', 'funding', 'mode', 'panel'],
    fileBytes: 0,
  }),
  page('/product/:id', 'pages/product.page.tsx', { fileBytes: 0 }),
  page('/photo/:id', 'pictures/send-photo.page.tsx', { fileBytes: MAX_UPLOAD_BYTES }),
  page('/cart', 'funding/list/cart.page.tsx', { reads: ['checkout'] }),
  page('/add-product', 'submissions/add-product.page.tsx', {
    reads: ['name', 'upc', 'panel'],
    fileBytes: 0,
    isInSitemap: true,
  }),
  page('/success', 'pages/success.page.tsx', { reads: ['session_id'], fileBytes: 0 }),
  page('/donate', 'donations/donate.page.tsx', {
    reads: ['give', 'amount', 'purpose'],
    fileBytes: 0,
    isInSitemap: true,
  }),
  page('/donate/manage', 'donations/manage.page.tsx', { reads: ['token'], cache: 'none' }),
  page('/view-contributions', 'pages/view-contributions.page.tsx', { cache: 'none' }),
  page('/view-contributions/receipt/:id', 'contributions/receipt.page.tsx', { cache: 'none' }),
  page('/view-contributions/move', 'contributions/move.page.tsx', {
    reads: ['token', 'id'],
    cache: 'none',
  }),
  page('/about', 'pages/about.page.tsx', { cache: 'version', fileBytes: 0, isInSitemap: true }),
  page('/transparency', 'pages/transparency.page.tsx', { isInSitemap: true }),
  page('/tests', 'testing/tests.page.tsx', { isInSitemap: true }),
  page('/log', 'log/log.page.tsx', { reads: ['before'], cache: 'version', isInSitemap: true }),
  page('/data', 'data/releases/data.page.tsx', { isInSitemap: true }),
  page('/surveys', 'pages/surveys.page.tsx', { isInSitemap: true }),
  page('/blog', 'pages/blog/blog.page.tsx', { cache: 'version' }),
  page('/blog/:slug', 'pages/blog/post.page.tsx', { cache: 'version' }),
  page('/faq', 'pages/faq/faq.page.tsx', { cache: 'version', isInSitemap: true }),
  page('/contact', 'pages/contact.page.tsx', { fileBytes: 0, isInSitemap: true }),
  page('/objection/confirm', 'contact/confirm-objection.page.tsx', {
    reads: ['token'],
    cache: 'none',
  }),
  page('/objection/:originalId', 'pages/objection.page.tsx', { fileBytes: 0 }),
  page('/chat', 'shell/chat.page.tsx'),
  page('/legal', 'pages/legal/legal.page.tsx', {
    reads: ['tab'],
    cache: 'version',
    isInSitemap: true,
  }),
  page('/email/preferences', 'subscriptions/preferences.page.tsx', {
    reads: ['token', 'from'],
    cache: 'none',
  }),
  page('/search', 'results/search/search.page.tsx', { reads: ['q'] }),
  page('/plasticlist', 'results/list/tested-list.page.tsx', {
    reads: [...LIST, 'category', 'certainty', 'lots', 'panel'],
  }),
  page('/plasticlist/compare', 'results/compare/compare.page.tsx', {
    reads: [...VIEWPOINT, 'ids', 'add'],
    cache: 'version',
  }),
  page('/plasticlist/kinds', 'results/kinds/kinds.page.tsx', { isInSitemap: true }),
  page('/plasticlist/kinds/:kind', 'results/kinds/kind.page.tsx', {
    reads: ['family'],
    fileBytes: 0,
  }),
  page('/plasticlist/:originalId', 'results/report/tested-report.page.tsx', {
    reads: VIEWPOINT,
    cache: 'version',
    fileBytes: 0,
  }),
  page('/plasticlist/:originalId/revisions/:number', 'results/report/revision.page.tsx', {
    reads: VIEWPOINT,
    cache: 'version',
  }),
  page('/saved', 'results/saved/saved.page.tsx'),
  // Of one person by its query, which is why nothing keeps it (`private-page.ts`).
  page('/day', 'results/day/day.page.tsx', {
    reads: ['ids', 'eat', 'for', 'weight', 'unit', 'all'],
    isInSitemap: true,
  }),
  page('/risk-methodology', 'results/methodology/methodology.page.tsx', {
    reads: ['view', 'panel'],
    cache: 'version',
    isInSitemap: true,
  }),
  page('/login', 'admin/sign-in/login.page.tsx'),
  page('/login/link', 'admin/sign-in/login.page.tsx'),
  page('/login/code', 'admin/sign-in/login.page.tsx'),
  page('/admin', 'admin/health/admin.page.tsx'),
  page('/admin/people', 'admin/people/people.page.tsx'),
  page('/admin/results', 'admin/testing/results.page.tsx', {
    fileBytes: RESULTS_FILE_BYTES + CERTIFICATE_BYTES,
  }),
  page('/admin/account', 'admin/sign-in/account.page.tsx'),
  page('/admin/testing', 'admin/testing/testing-list.page.tsx'),
  page('/admin/testing/:id', 'admin/testing/testing-desk.page.tsx', {
    fileBytes: MAX_UPLOAD_BYTES,
  }),
  page('/admin/products', 'admin/products/products.page.tsx'),
  page('/admin/products/:id', 'admin/products/product.page.tsx'),
  page('/admin/products/:id/photo', 'admin/products/photo.page.tsx', {
    fileBytes: MAX_UPLOAD_BYTES,
  }),
  page('/admin/photos', 'admin/products/sent-photos.page.tsx'),
  page('/admin/submissions', 'admin/products/submissions.page.tsx'),
  page('/admin/digest', 'emails/digest/digest.page.tsx'),
  page('/admin/trail', 'admin-log/trail.page.tsx'),
  page('/api/docs', 'pages/api-docs.page.tsx', { cache: 'version', isInSitemap: true }),
  page('/dev/mail/:key', 'emails/outbox.page.tsx'),
  page('/dev/mail/:key/:id', 'emails/outbox-mail.page.tsx'),
  page('*', 'shell/not-found.page.tsx'),
];

export default pages;

/** The pages' patterns, such as `/product/:id`, with what they say of themselves; `*` is what no other page answers. */
export const pageFacts = new Map(
  pages.map(({ path, facts }) => [path === '*' ? '*' : `/${path ?? ''}`, facts]),
);

export const pagePaths: string[] = [...pageFacts.keys()];

const catalogue = () => import('#app/catalogue/calls.ts');
const results = () => import('#app/results/calls.ts');
const publishing = () => import('#app/intake/calls.ts');
const ledger = () => import('#app/ledger/calls.ts');
const testing = () => import('#app/testing/calls.ts');
const checkout = () => import('#app/funding/checkout/calls.ts');
const donations = () => import('#app/donations/calls.ts');
const submissions = () => import('#app/submissions/calls.ts');
const mailing = () => import('#app/subscriptions/calls.ts');
const lookup = () => import('#app/contributions/calls.ts');
const myData = () => import('#app/contributions/my-data/calls.ts');
const admin = () => import('#app/admin/calls.ts');
const signIn = () => import('#app/admin/sign-in/calls.ts');
const platform = () => import('#app/monitoring/calls.ts');
const site = () => import('./calls.ts');

const api = {
  'get /api/products': from(catalogue, 'listProducts'),
  'get /api/products-alike': from(results, 'findAlike'),
  'get /api/products/{id}': from(catalogue, 'findProduct'),
  'get /api/products/{id}/lab-samples': from(results, 'labSamples'),
  'get /api/products/{id}/testing': from(testing, 'findTesting'),
  'post /api/validate-cart': from(checkout, 'validateCart'),
  'post /api/create-checkout': from(checkout, 'createCheckout'),
  'get /checkout/cancel': from(checkout, 'cancelCheckout'),
  'post /api/create-donation-checkout': from(donations, 'createDonationCheckout'),
  'post /api/create-subscription-checkout': from(donations, 'createSubscriptionCheckout'),
  'post /api/create-portal-session': from(donations, 'createPortalSession'),
  'post /api/send-manage-link': from(donations, 'sendManageLink'),
  'post /api/send-order-link': from(donations, 'sendOrderLink'),
  'post /api/monthly-donations': from(donations, 'monthlyDonations'),
  'post /api/monthly-purpose': from(donations, 'changeMonthlyPurpose'),
  'post /api/create-product-submission-checkout': from(
    submissions,
    'createProductSubmissionCheckout',
  ),
  'get /api/follows': from(mailing, 'findFollow'),
  'post /api/follows': from(mailing, 'followProduct'),
  'delete /api/follows/{id}': from(mailing, 'unfollow'),
  'post /api/subscribers': from(mailing, 'subscribe'),
  'post /api/confirm-subscription': from(mailing, 'confirmSubscription'),
  'get /email/confirm': from(mailing, 'confirmationLink'),
  'post /api/mail-preferences': from(mailing, 'mailPreferences'),
  'post /api/change-mail-preferences': from(mailing, 'changeMailPreferences'),
  'post /email/preferences': from(mailing, 'oneClick'),
  'post /api/returned-mail': from(mailing, 'returnedMail'),
  'post /api/send-verification': from(lookup, 'sendVerification'),
  'post /api/verify-contribution-code': from(lookup, 'verifyContributionCode'),
  'get /api/contributions': from(lookup, 'contributions'),
  'post /api/contributions/{id}/refund-request': from(lookup, 'refundRequest'),
  'post /api/move-offer': from(lookup, 'moveOffer'),
  'post /api/move-contribution': from(lookup, 'moveContribution'),
  'get /api/contributions/{id}/receipt': from(lookup, 'receipt'),
  'post /api/end-lookup': from(lookup, 'endLookup'),
  'get /api/my-data': from(myData, 'myData'),
  'post /api/erase-my-data': from(myData, 'eraseMyData'),
  'get /api/checkout-success': from(checkout, 'checkoutSuccess'),
  'get /api/risk-levels': from(results, 'riskLevels'),
  'get /api/strips': from(results, 'strips'),
  'get /api/day/{id}': from(results, 'dayItem'),
  'get /api/chemicals/{key}': from(results, 'chemicalProfile'),
  'get /api/plasticlist': from(results, 'metalResults'),
  'get /api/plasticlist/{original_id}': from(results, 'testedReport'),
  'get /api/plasticlist/{original_id}/metals': from(results, 'metalReport'),
  'get /api/plasticlist/{original_id}/revisions/{number}': from(results, 'findRevision'),
  'get /api/published/{file}': from(publishing, 'publishedFile'),
  'get /api/testing/{id}/results-template': from(publishing, 'resultsTemplate'),
  'get /api/testing/{id}/results-template.xlsx': from(publishing, 'resultsWorkbook'),
  'get /api/testing/{id}/laboratory-file/{revision}': from(publishing, 'laboratoryFile'),
  'get /api/books': from(ledger, 'books'),
  'get /api/books/months': from(ledger, 'monthlyBooks'),
  'get /api/audit-report': from(admin, 'auditReport'),
  'get /api/audits/{id}': from(admin, 'auditFile'),
  'get /api/audits/{id}/csv': from(admin, 'auditCsv'),
  'get /api/events-summary': from(admin, 'eventsSummary'),
  'get /api/sent-photos/{id}': from(admin, 'sentPhoto'),
  'get /api/admin-actions': from(admin, 'listActions'),
  'get /api/admin-actions/csv': from(admin, 'actionsCsv'),
  'post /api/auth/sign-in/magic-link': from(signIn, 'sendLink'),
  'post /api/auth/magic-link/verify': from(signIn, 'useLink'),
  'post /api/auth/two-factor/verify-totp': from(signIn, 'useCode'),
  'post /api/auth/two-factor/verify-backup-code': from(signIn, 'useRecoveryCode'),
  'get /api/auth/get-session': from(signIn, 'getSession'),
  'get /api/auth/list-sessions': from(signIn, 'listSessions'),
  'post /api/auth/sign-out': from(signIn, 'signOut'),
  'post /api/auth/revoke-session': from(signIn, 'revokeSession'),
  'post /api/auth/two-factor/enable': from(signIn, 'beginSecondFactor'),
  'post /api/auth/two-factor/confirm': from(signIn, 'confirmSecondFactor'),
  'post /api/auth/two-factor/disable': from(signIn, 'endSecondFactor'),
  'post /api/auth/two-factor/generate-backup-codes': from(signIn, 'renewRecoveryCodes'),
  'get /.well-known/jwks.json': from(signIn, 'jwks'),
  'post /api/events': from(platform, 'recordEvents'),
  'post /api/stripe/webhook': from(site, 'webhooks'),
  'get /healthz': from(platform, 'healthz'),
  'get /readyz': from(platform, 'readyz'),
};

export const calls: CallRoute[] = Object.entries(api).map(([place, load]) => {
  const [method, path] = place.split(' ') as [CallRoute['method'], string];
  return { method, path, load };
});

interface CallRoute {
  method: 'get' | 'post' | 'delete';
  path: string;
  load: () => Promise<AnyCall>;
}

declare module '#app/http/ask.ts' {
  /** What the browser may ask for, by method and path. */
  interface Api extends Contracts<typeof api> {}
}

function page(path: string, file: string, facts: PageFacts = {}) {
  const place = path === '/' ? { index: true } : { path: path.replace(/^\//, '') };
  return { id: path, file, ...place, facts };
}

/** A call by its name in a room's `calls.ts`, which is loaded when it is first asked for. */
function from<Room, Name extends keyof Room>(load: () => Promise<{ default: Room }>, name: Name) {
  return async () => (await load()).default[name];
}
