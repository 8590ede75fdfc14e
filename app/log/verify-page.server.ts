import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { finished, respond } from '#app/cache/answers.server.ts';
import { config, siteUrl } from '#app/config.ts';
import { xmlText } from '#app/kit/text.ts';
import { site } from '#app/site.ts';
import { logKeys } from './log-keys.server.ts';
import { WHAT_A_SEAL_SHOWS } from './messages.ts';

export const VERIFY_PATH = '/verify';

const texts = import.meta.glob<string>(['./verifier.js', './verify-page.{js,css}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** The verifier as it is served: a reader can run it without this page. */
export const VERIFIER = texts['./verifier.js'] ?? '';
const styles = texts['./verify-page.css'] ?? '';

const SCRIPT = `${VERIFIER}\n${texts['./verify-page.js'] ?? ''}`;
const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
/** Nothing can leave the page, and a copy of it that somebody saved says so, too. */
const POLICY = `default-src 'none'; script-src ${sourceOf(SCRIPT)}; style-src ${sourceOf(styles)}; base-uri 'none'; form-action 'none'`;

/**
 * The page that checks proofs and checkpoints: one file that needs nothing else, so that a reader can
 * save it and use it when this site is gone, or no longer to be believed.
 */
export async function verifyPage(c: Context): Promise<Response> {
  const keys = [...(await logKeys()), ...config().LOG_WITNESSES.map(({ vkey }) => vkey)];
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
  };
  return respond(c, finished(200, pageText(keys), headers));
}

function pageText(keys: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>Verify · ${xmlText(site.name)}</title>
<meta name="description" content="Check a proof or a checkpoint of the log of ${xmlText(site.name)} in your browser.">
<style>${styles}</style>
</head>
<body>
<header><a href="${siteUrl()}/log">${xmlText(site.name)} · The log</a></header>
<main>
<h1>Verify</h1>
<p>Add the proof of a report, which its end links to, or of a data release, and a checkpoint if you kept one from an earlier day. Files whose hashes were sealed, such as those of a release, can be added with their proof. ${WHAT_A_SEAL_SHOWS}</p>
<p>Nothing leaves your browser. Save this page, and it works without this site.</p>
<div id="drop">
<p><label>Drop files here, or choose them: <input type="file" id="files" multiple></label></p>
<p><label for="pasted">Or paste a proof, a checkpoint, or an entry:</label></p>
<textarea id="pasted" rows="5" spellcheck="false"></textarea>
<p><button type="button" id="add">Add pasted text</button> <button type="button" id="clear">Start over</button></p>
</div>
<ul id="given"></ul>
<div id="verdict" role="status"></div>
<details><summary>The keys that are trusted</summary>
<p>A line each. Compare the first with the one that you have from elsewhere: whoever can change this page can change what stands here.</p>
<textarea id="keys" rows="4" spellcheck="false" aria-label="Keys">${xmlText(keys.join('\n'))}</textarea></details>
<noscript><p>This page checks by a script of its own. Without scripts, <code>node verifier.js</code> does the same: <a href="${siteUrl()}/log/verifier.js">verifier.js</a></p></noscript>
</main>
<script type="module">${SCRIPT}</script>
</body>
</html>
`;
}
