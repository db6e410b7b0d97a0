import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectPath } from '../../bench/paths.ts';
import { freePort } from '../../test/support/free-port.ts';

/** Debian's Prometheus, which scrapes and judges every second. */
export interface Prometheus {
  /** Resolves with the alerts that are pending or fire, each by its name. */
  active(): Promise<ReadonlyMap<string, 'pending' | 'firing'>>;
  stop(): Promise<void>;
}

interface PrometheusOptions {
  readonly directory: string;
  readonly rules: string;
  /** The ports of the scraped listeners. */
  readonly ports: readonly number[];
}

interface ActiveAlert {
  readonly labels: { readonly alertname: string };
  readonly state: 'pending' | 'firing';
}

const startMs = 30_000;

export async function startPrometheus({ directory, rules, ports }: PrometheusOptions): Promise<Prometheus> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'alerts.yml'), rules);
  const targets = ports.map((port) => `127.0.0.1:${port}`);
  const settings = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'commissions', static_configs: [{ targets }] }],
  };
  // JSON is YAML.
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(settings));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { env: { ...process.env, ...prometheusEnvironment() }, stdio: ['ignore', 'inherit', 'inherit'], detached: true },
  );
  process.once('exit', () => void child.kill('SIGKILL'));

  async function active(): Promise<ReadonlyMap<string, 'pending' | 'firing'>> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
    const { data } = (await response.json()) as { data: { alerts: readonly ActiveAlert[] } };
    const states = new Map<string, 'pending' | 'firing'>();
    for (const { labels, state } of data.alerts) {
      if (states.get(labels.alertname) !== 'firing') states.set(labels.alertname, state);
    }
    return states;
  }

  for (const giveUpAt = Date.now() + startMs; !(await isReady(port)); await sleep(100)) {
    if (Date.now() > giveUpAt) throw new Error('Prometheus does not start');
  }
  return {
    active,
    async stop() {
      const exit = once(child, 'exit');
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/-/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Returns variables with which `prometheus` is found. On a machine without it, Debian's is unpacked. */
function prometheusEnvironment(): Record<string, string> {
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' });
    return {};
  } catch {
    const script = projectPath('deploy/test/support/debian-tools.sh');
    const printed = execFileSync(script, ['environment', 'trixie'], { encoding: 'utf8' });
    const lines = printed.trim().split('\n');
    return Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
  }
}
