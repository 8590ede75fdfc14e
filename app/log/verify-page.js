const at = (id) => document.getElementById(id);
const given = [];
/** How the verifier says that an entry is proven. */
const ENTRY = /^Entry \d+ is sealed and unchanged: (\{.*\})$/s;
const CHANGED_KEY =
  'If the log’s key was changed since, its page names the entry that says so, signed by both keys: add that entry’s proof.';

/** Whether a file is the log's own; any other is one that an entry may state the hash of. */
function isOfLog(text) {
  return findIn(text).some((found) => !found.startsWith('{') || found.includes('"form":'));
}

/** The hashes that a proven entry states, each in a field of its own. */
function hashesIn(line) {
  const [, leaf] = ENTRY.exec(line) ?? [];
  const stated = Object.entries((leaf && statedIn(leaf)) ?? {});
  return stated.filter(([name]) => name.endsWith('sha256')).map(([, hash]) => hash);
}

/** Whether files are those whose hashes the proven entries state, or a list of a proven release. */
function checkFiles(files, says) {
  const sealed = new Set(says.flatMap(hashesIn));
  const releases = says.filter((line) =>
    ENTRY.exec(line)?.[1].includes('"form":"openassay/release/'),
  );
  const lists = new Set(releases.flatMap(hashesIn));
  for (const { text } of files.filter(({ hash }) => lists.has(hash)))
    for (const [, hash] of text.matchAll(/^([\da-f]{64}) {2}\S+$/gm)) sealed.add(hash);
  return files.map(({ name, hash }) => {
    const other = `Nothing that is proven here states the hash of ${name}, ${hash}. A certificate, a laboratory’s file, and a photo are sealed in entries of their own: add that entry’s proof. If you did, this is not the file that was sealed.`;
    need(sealed.has(hash), other);
    return `${name} is the file whose hash was sealed.`;
  });
}

/** What stands on the page, checked against each other. */
async function checkGiven(keys) {
  const texts = given.filter(({ isFile }) => !isFile).map(({ text }) => text);
  const verdict = await verify(texts, keys);
  if (!verdict.ok) return verdict;
  const files = given.filter(({ isFile }) => isFile);
  return { ...verdict, says: [...verdict.says, ...checkFiles(files, verdict.says)] };
}

async function check() {
  at('given').replaceChildren(
    ...given.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
  );
  const verdict = at('verdict');
  verdict.className = '';
  verdict.replaceChildren();
  if (given.length === 0) return;
  const keys = at('keys')
    .value.split('\n')
    .filter((line) => line.trim() !== '');
  const {
    ok,
    verdict: word,
    says,
  } = await checkGiven(keys).catch((error) => ({
    ok: false,
    verdict: error.verdict ?? 'unreadable',
    says: [
      error instanceof Failure ? error.message : `This browser cannot check it: ${error.message}`,
    ],
  }));
  verdict.className = word.replaceAll(' ', '-');
  verdict.replaceChildren(
    Object.assign(document.createElement('h2'), { textContent: WORDS[word] }),
    ...says.flatMap((line) => shown(line)),
    ...(/ key /.test(says[0]) && !ok ? shown(CHANGED_KEY) : []),
  );
}

/** A line of the verdict; of an entry, what it states, a row each. */
function shown(line) {
  const make = (tag, textContent) => Object.assign(document.createElement(tag), { textContent });
  const [, words, leaf] = /^(.*?:) (\{.*\})$/s.exec(line) ?? [];
  const stated = leaf && statedIn(leaf);
  if (!stated) return [make('p', line)];
  const list = make('dl');
  for (const [name, value] of Object.entries(stated)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    list.append(make('dt', name.replaceAll('_', ' ')), make('dd', text));
  }
  return [make('p', words), list];
}

/** What an entry states; another kind of log may seal what is no JSON. */
function statedIn(leaf) {
  try {
    return JSON.parse(leaf);
  } catch {
    return undefined;
  }
}

async function take(files) {
  for (const file of files) {
    const bytes = await file.arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    given.push({
      name: file.name,
      text: await file.text(),
      isFile: !isOfLog(await file.text()),
      hash: Array.from(hash, (one) => one.toString(16).padStart(2, '0')).join(''),
    });
  }
  await check();
}

at('files').addEventListener('change', async ({ target }) => {
  await take(target.files);
  target.value = '';
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void take(event.dataTransfer.files);
});
at('add').addEventListener('click', () => {
  const text = at('pasted').value;
  if (text.trim() !== '') given.push({ name: `pasted: ${text.trim().split('\n')[0]}`, text });
  at('pasted').value = '';
  void check();
});
at('clear').addEventListener('click', () => {
  given.length = 0;
  void check();
});
at('keys').addEventListener('change', check);
