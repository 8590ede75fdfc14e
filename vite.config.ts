import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * Modules that browsers would load and never enter, each with what takes its place. Whoever imports
 * more of one than stands here, and a version without it, fails the build.
 */
const LEFT_OUT = {
  // Behind `future.unstable_customRouteDiscovery`, which is off.
  '/react-router/dist/production/lib/dom/ssr/route-discovery.js':
    'export let RouteDiscoveryRuntime, getCustomPatchRoutesOnNavigationFunction, useCustomRouteDiscovery, useRouteDiscovery;',
  // Behind the `instrumentations` that an entry may hand to the router.
  '/react-router/dist/production/lib/router/instrumentation.js':
    'export let getRouteInstrumentationUpdates, instrumentClientSideRouter, instrumentHandler, instrumentationResultMetaContext; export const consumeInstrumentationClientResultMetaReceiver = () => {};',
  // Asks for what a late part imports before it does: no part here imports styles, or much.
  '\0vite/preload-helper.js': 'export const __vitePreload = (load) => load();',
};

/**
 * What every page needs, with all that it imports, and small parts that most pages need. The entry
 * stands apart: it starts the page when it is imported.
 */
const SHELL =
  /\/app\/(root|catalogue\/(messages|list\/list-failure)|funding\/list-messages|funding\/list\/(accept-terms|leave-for|use-leaving)|mailing\/(messages|email-field|newsletter\/use-sign-up)|platform\/(http\/(ask|proof-header)|feeds\/page-meta)|ui\/(field|notice|panel|rule-label|system-line|tag|use-focus-kept))\./;
/** What lists of products, a product, and the funding list share. */
const PRODUCTS =
  /\/app\/(catalogue\/(groups|images\/|list\/|product\.|product-progress|quick-add)|funding\/list\/(?!how-funding-works|other-amount|submission-draft)|ui\/(drawing|drawn-tile|segment|use-sentinel))/;

/**
 * What the router calls its parts, and says of itself where it breaks: where that was is on the
 * console, too.
 */
const WORDS = [
  /^()\w+\.displayName = .*(;)$/gm,
  /(\binvariant\(.+?), (?:"[^"]*"|`[^`]*`)(\);)$/gm,
  /(\bthrow new Error\()(?:"[^"]*"|`[^`]*`)(\))/g,
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), leavesOut(LEFT_OUT)],
  build: {
    assetsInlineLimit: 0, // the Content-Security-Policy admits no data: fonts or scripts
    target: 'es2022',
  },
  environments: {
    // Files that compress together are smaller than each alone: the framework as one file, which
    // also outlives a new version of the site, and a few for what pages share. Merging more would
    // make pages load what they do not need.
    client: {
      build: {
        rolldownOptions: {
          // How the router warns developers of what a release never says.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                { name: 'shell', test: SHELL },
                {
                  name: 'pictures',
                  test: /\/app\/(catalogue\/images\/|ui\/(drawing|drawn-tile|segment))/,
                  minShareCount: 4,
                },
                { name: 'products', test: PRODUCTS, minShareCount: 2 },
                { name: 'toxicology', test: /\/app\/toxicology\/(?!profiles)/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    // The program is its own entry: one copy of every module, shared by pages, calls and jobs. With
    // all that it uses in it, a process starts in a third of the time and holds half the memory:
    // for each file of drizzle-orm, Node would read that package's 180 KB of exports anew. Only what
    // keeps answers stays apart, so that a benchmark can put in its place one that keeps nothing.
    ssr: {
      resolve: { noExternal: true, external: ['sharp', 'lru-cache'] },
      build: {
        rollupOptions: {
          input: './cli/program.ts',
          // Node holds a program's text in memory, by two bytes a sign where one of a file is not ASCII.
          output: { charset: 'ascii', comments: false },
        },
      },
    },
  },
});

function leavesOut(modules: Record<string, string>): Plugin {
  const met = new Set<string>();
  return {
    name: 'leaves-out',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const module = Object.keys(modules).find((end) => id.endsWith(end));
      if (!module) return null;
      met.add(module);
      return modules[module];
    },
    transform(code, id) {
      if (!id.includes('/react-router/dist/')) return null;
      const wordless = (text: string, words: RegExp) => text.replaceAll(words, '$1$2');
      return { code: WORDS.reduce(wordless, code), map: null };
    },
    buildEnd(error) {
      const missed = Object.keys(modules).filter((module) => !met.has(module));
      if (!error && missed.length > 0) this.error(`Not there to be left out: ${missed.join()}`);
    },
  };
}
