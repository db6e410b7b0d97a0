import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/process/host/metrics/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/embedded-database.ts';
import { submissionParts } from '../../test/support/faulty-service.ts';
import { postParts } from '../../test/support/form.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts';
import { installCheckers, parseYaml } from './support/checkers.ts';
import { runToolToSuccess, toolEnvironment } from './support/debian-tools.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'deploy/prometheus');
const token = 'a-token-for-the-scraper';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly runbook: string };
    }[];
  }[];
}

interface Scenes {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
  }[];
}

async function rulesOf(file: string): Promise<Rules['groups'][number]['rules']> {
  const [rules] = parseYaml<Rules>(await readFile(join(folder, file), 'utf8'));
  return rules?.groups.flatMap((group) => group.rules) ?? [];
}

/** Returns the names of the service's own metrics in a text, without the endings that Prometheus adds. */
function metricsIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/\bcommissions_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')),
  );
}

const known = new Set(
  createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name),
);

beforeAll(() => installCheckers());

describe('the alerts', () => {
  it('are quiet first in their scenes, and then fire', async () => {
    expect(await runToolToSuccess('promtool', ['check', 'rules', 'alerts.yml'], folder)).toContain('SUCCESS');
    expect(await runToolToSuccess('promtool', ['test', 'rules', 'alerts.test.yml'], folder)).toContain('SUCCESS');
  });

  it('have a scene each, and a heading of the manual with the remedy', async () => {
    const rules = await rulesOf('alerts.yml');
    const [scenes] = parseYaml<Scenes>(await readFile(join(folder, 'alerts.test.yml'), 'utf8'));
    const firstTwo = scenes?.tests.map(({ alert_rule_test: [quiet, fired] }) => ({
      quiet: quiet?.exp_alerts.length === 0 && quiet.alertname,
      fired: fired?.exp_alerts.length === 1 && fired.alertname,
    }));
    expect(firstTwo).toEqual(rules.map(({ alert }) => ({ quiet: alert, fired: alert })));
    const manual = await readFile(join(repository, 'docs/operations.md'), 'utf8');
    const anchors = [...manual.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(' ', '-')
        .replace(/[^a-z0-9-]/g, ''),
    );
    for (const { alert, annotations } of rules) {
      expect(anchors, alert).toContain(annotations.runbook.replace('docs/operations.md#', ''));
    }
  });

  it('ask for metrics that there are, as the dashboard does', async () => {
    const texts = [
      (await rulesOf('alerts.yml')).map(({ expr }) => expr).join('\n'),
      await readFile(join(folder, 'dashboard.json'), 'utf8'),
    ];
    for (const text of texts) {
      const asked = metricsIn(text);
      expect(asked.size).toBeGreaterThan(8);
      expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('keep services apart that one Prometheus scrapes', async () => {
    for (const { alert, expr } of await rulesOf('alerts.yml')) {
      expect(expr, alert).not.toMatch(/\b(?:sum|min|max)\(/);
      for (const [, labels = ''] of expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)) {
        expect(labels.split(', '), alert).toContain('job');
      }
    }
  });

  it('stand beside a dashboard that has panels of whole queries', async () => {
    const { panels, templating } = JSON.parse(await readFile(join(folder, 'dashboard.json'), 'utf8'));
    expect(templating.list).toMatchObject([
      { type: 'datasource', query: 'prometheus' },
      { type: 'query', name: 'job', definition: 'label_values(commissions_build_info, job)' },
    ]);
    const ids = panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title, targets, gridPos } of panels) {
      expect(title).toMatch(/\w/);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (const { expr } of targets) {
        // Every selector names the chosen service.
        expect(expr).not.toMatch(/\b(?:commissions|process)_\w+(?!\w|\{job="\$job")/);
        await runToolToSuccess('promtool', ['check', 'rules', await ruleFileOf(expr)]);
      }
    }
  });
});

describe('the sample for a cluster', () => {
  it('is a configuration of Prometheus', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'scrape-'));
    scratch.push(directory);
    const sample = await readFile(join(folder, 'scrape-kubernetes.yml'), 'utf8');
    await writeFile(join(directory, 'token'), token);
    expect(sample).toContain('    - role: pod\n      namespaces:\n        names: [commissions]\n');
    // Debian's Prometheus cannot discover pods.
    const own = sample
      .replace(/ {2}kubernetes_sd_configs:[\s\S]*(?= {2}relabel_configs)/, '')
      .replace('/etc/prometheus/commissions.token', 'token')
      .replaceAll(/^/gm, '  ');
    await writeFile(join(directory, 'prometheus.yml'), `scrape_configs:\n${own}`);
    expect(await runToolToSuccess('promtool', ['check', 'config', 'prometheus.yml'], directory)).toContain('SUCCESS');
  });
});

const scratch: string[] = [];

/** `promtool` checks an expression as a rule that records it. */
async function ruleFileOf(expr: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'dashboard-'));
  scratch.push(directory);
  const file = join(directory, 'rule.yml');
  const rule = { groups: [{ name: 'dashboard', rules: [{ record: 'dashboard:panel', expr }] }] };
  await writeFile(file, JSON.stringify(rule));
  return file;
}

afterAll(async () => {
  for (const directory of scratch) await rm(directory, { recursive: true, force: true });
});

describe('a Prometheus of Debian', () => {
  let database: TestDatabase;
  let services: readonly ServiceProcess[];
  let ports: readonly number[];

  beforeAll(async () => {
    database = await createTestDatabase();
    ports = [await freePort(), await freePort()];
    services = await Promise.all(
      ports.map(async (port) => {
        const cwd = await mkdtemp(join(tmpdir(), 'scraped-'));
        scratch.push(cwd);
        const env = { BUCKET_NAME: 'attachments', DATABASE_URL: database.url, DATA_DIR: cwd };
        return startServiceProcess({ cwd, env: { ...env, METRICS_PORT: String(port), METRICS_TOKEN: token } });
      }),
    );
    await Promise.all(services.map(({ address }) => address));
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.destroy()));
    await database.drop();
  });

  it('scrapes two processes by the sample, with the token, and knows the alerts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'prometheus-'));
    scratch.push(directory);
    const port = await freePort();
    await writeFile(join(directory, 'token'), token, { mode: 0o600 });
    const targets = ports.map((scraped) => `'127.0.0.1:${scraped}'`).join(', ');
    const sample = (await readFile(join(folder, 'scrape.yml'), 'utf8'))
      .replace('# authorization:', 'authorization:')
      .replace('#   credentials_file: /etc/prometheus/commissions.token', `  credentials_file: ${directory}/token`)
      .replace("'127.0.0.1:9464'", targets)
      .replace('scrape_interval: 30s', 'scrape_interval: 1s')
      .replaceAll(/^/gm, '  ');
    await writeFile(
      join(directory, 'prometheus.yml'),
      `rule_files: ['${join(folder, 'alerts.yml')}']\nscrape_configs:\n${sample}`,
    );
    const prometheus = spawn(
      'prometheus',
      [
        `--config.file=${directory}/prometheus.yml`,
        `--storage.tsdb.path=${directory}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { env: { ...toolEnvironment() }, stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => prometheus.once('exit', resolve));
    try {
      const query = async (expr: string): Promise<readonly string[]> => {
        const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`;
        const response = await fetch(url).catch(() => null);
        if (response?.status !== 200) return [];
        const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
        return data.result.map(({ value }) => value[1]);
      };
      await expect.poll(() => query('up{job="commissions"}')).toEqual(['1', '1']);
      for (const { address } of services) {
        expect((await postParts(`${await address}/api/v1/commissions`, submissionParts(1))).status).toBe(201);
      }
      await expect.poll(() => query('sum(commissions_submissions_total{verdict="created"})')).toEqual(['2']);
      // One of the two counts in the database.
      await expect.poll(() => query('count(commissions_erasures_incomplete)')).toEqual(['1']);
      const rules = await (await fetch(`http://127.0.0.1:${port}/api/v1/rules`)).json();
      expect(JSON.stringify(rules)).toContain('CommissionsDown');
    } finally {
      prometheus.kill();
      await ended;
    }
  });
});
