import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { useDatabase } from '#test/support/database.ts';
import { environmentNow } from '#test/support/story.ts';

useDatabase();

const read = (file: string) => readFileSync(file, 'utf8');
const UNIT = 'deploy/systemd/openassay.service';

describe('what is shipped for deploying', () => {
  it('watches metrics that there are', async () => {
    configure({ ...environmentNow(), METRICS_TOKEN: 'a-token-of-sixteen' });
    const app = await createApp();
    const headers = { Authorization: 'Bearer a-token-of-sixteen' };
    const told = await (await app.request('/metrics', { headers })).text();
    const named = ['deploy/watch/alerts.yml', 'deploy/watch/dashboard.json'].flatMap(
      (file) => read(file).match(/\b(openassay|http|nodejs|process)_[a-z0-9_]+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(20);
    const unknown = named.filter(
      (name) => !told.includes(`\n# HELP ${name.replace(/_(count|bucket|sum)$/, '')} `),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('sets only settings that there are', () => {
    const known = new Set(read('.env.example').match(/(?<=^#)[A-Z0-9_]+(?==)/gm));
    const set = [
      'compose.yaml',
      'Containerfile',
      UNIT,
      'docs/deploy.md',
      'docs/operate.md',
    ].flatMap((file) =>
      [...read(file).matchAll(/^ {6}([A-Z][A-Z0-9_]+):|\b([A-Z][A-Z0-9_]+)=(?=\S)/gm)].map(
        ([, key, assigned]) => key ?? assigned!,
      ),
    );
    const others =
      /^(NODE_ENV|POSTGRES_\w+|(OWNER|SITE)_PASSWORD|SITE_HOST|TLS|UPSTREAMS|OWNER|SITE|BASE)$/;
    expect(set).toContain('TRUSTED_PROXIES');
    expect([...new Set(set)].filter((name) => !known.has(name) && !others.test(name))).toEqual([]);
  });

  it('makes the same two roles and database wherever it says how', () => {
    const [shown, ...others] = [
      'docs/database-roles.md',
      'docs/deploy.md',
      'deploy/container/two-roles.sh',
    ].map((file) => {
      const from = read(file).indexOf('create role openassay_owner');
      const text = read(file).slice(from, read(file).indexOf('from public;', from));
      return text.replaceAll(/password (\S+);/g, 'password;').replaceAll('\\\\c', '\\c');
    });
    expect(shown).toContain('revoke execute');
    for (const other of others) expect(other).toBe(shown);
  });

  it('names only files that there are', () => {
    for (const file of globSync('docs/*.md')) {
      for (const [, target] of read(file).matchAll(/\]\((\.{0,2}[\w./-]+?)(?:#[\w-]+)?\)/g)) {
        expect(existsSync(`docs/${target}`), `${file}: ${target}`).toBe(true);
      }
    }
  });

  it('says what to do about each alert', () => {
    const alerts = read('deploy/watch/alerts.yml').match(/(?<=- alert: )\w+/g) ?? [];
    const runbook = read('docs/operate.md').match(/(?<=^\| `)[A-Z][A-Za-z]+(?=` \|)/gm) ?? [];
    expect(runbook).toEqual(alerts);
  });

  it('fires each alert once in the cases of promtool', () => {
    const alerts = read('deploy/watch/alerts.yml').match(/(?<=- alert: )\w+/g) ?? [];
    const fired = read('deploy/watch/alerts.test.yml').match(
      /(?<=alertname: )\w+(?=\n\s+exp_alerts:\n\s+- exp_labels)/g,
    );
    expect(alerts.filter((alert) => !fired?.includes(alert))).toEqual([]);
  });

  it.skipIf(spawnSync('promtool', ['--version']).error)(
    'has rules that promtool runs and that alert as they should (skipped where it is not installed)',
    () => {
      const ran = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
        cwd: 'deploy/watch',
        encoding: 'utf8',
      });
      expect(ran.stdout + ran.stderr).toContain('SUCCESS');
    },
  );

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error)(
    'has a unit that systemd takes, with its hardening',
    () => {
      const verify = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' });
      // It answers 0 for a key that it does not know, and only prints it.
      expect(verify.stdout + verify.stderr).toBe('');
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', UNIT], {
        encoding: 'utf8',
      });
      expect(Number(/exposure level.*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(4);
    },
  );
});
