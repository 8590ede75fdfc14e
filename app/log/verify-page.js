const at = (id) => document.getElementById(id);
const given = [];

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
  const { ok, says } = await verify(
    given.map(({ text }) => text),
    keys,
  ).catch((error) => ({
    ok: false,
    says: [`This browser cannot check it: ${error.message}`],
  }));
  verdict.className = ok ? 'yes' : 'no';
  verdict.replaceChildren(
    Object.assign(document.createElement('h2'), { textContent: ok ? 'Yes' : 'No' }),
    ...says.map((line) => Object.assign(document.createElement('p'), { textContent: line })),
  );
}

async function take(files) {
  for (const file of files) given.push({ name: file.name, text: await file.text() });
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
