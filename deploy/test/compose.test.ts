import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/configuration/read-config.ts';
import { faultsOfCompose, installCheckers, parseYaml } from './support/checkers.ts';
import { runTool } from './support/debian-tools.ts';
import { imageVariables, knownVariables } from './support/variables.ts';

const deploy = resolve(import.meta.dirname, '..');
const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
const caddyfile = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8');
/** The variables that the host writes into `.env`. */
const variables: Record<string, string> = {
  FORM_NAME: 'form.example.org',
  INBOX_NAME: 'inbox.example.org',
  POSTGRES_PASSWORD: '0f'.repeat(24),
};

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly [key: string]: unknown;
}

interface Compose {
  readonly services: Readonly<Record<'commissions' | 'postgres' | 'caddy', ComposeService>>;
  readonly networks: Readonly<Record<string, { ipam?: { config: readonly { subnet: string }[] } } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
}

let compose: Compose;

beforeAll(() => {
  installCheckers();
  const interpolated = text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_all, name) => variables[name] ?? '');
  compose = parseYaml<Compose>(interpolated)[0] as Compose;
});

describe('compose.yaml', () => {
  it('follows the Compose Specification', () => {
    expect(faultsOfCompose(compose)).toEqual([]);
    expect(faultsOfCompose({ services: { commissions: { readonly: true } } })).not.toEqual([]);
  });

  it('asks for the variables that its head names, and refuses to start without them', () => {
    const asked = new Set([...text.matchAll(/\$\{(\w+)([^}]*)\}/g)].map(([, name]) => name));
    expect([...asked].sort()).toEqual(Object.keys(variables).sort());
    expect([...text.matchAll(/\$\{\w+([^}]*)\}/g)].filter(([, rest]) => !rest?.startsWith(':?'))).toEqual([]);
    for (const name of asked) expect(text).toMatch(new RegExp(`^# +${name}=`, 'm'));
  });

  it('gives the service variables that it knows, with values that it takes', () => {
    const { environment } = compose.services.commissions;
    expect(Object.keys(environment).filter((name) => !knownVariables.has(name))).toEqual([]);
    expect(() => readConfig({ ...imageVariables(), ...environment })).not.toThrow();
  });

  it('names the database as PostgreSQL makes it', () => {
    const url = new URL(compose.services.commissions.environment.DATABASE_URL ?? '');
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = compose.services.postgres.environment;
    expect([url.username, url.password, url.pathname.slice(1)]).toEqual([
      POSTGRES_USER,
      POSTGRES_PASSWORD,
      POSTGRES_DB,
    ]);
    expect(compose.services).toHaveProperty(url.hostname);
    expect(compose.services.commissions.networks.some((one) => compose.services.postgres.networks.includes(one))).toBe(
      true,
    );
    expect(compose.services.caddy.networks).not.toContain('back');
  });

  it('keeps on volumes the files that the image writes, and writes nowhere else', () => {
    const { commissions, postgres, caddy } = compose.services;
    expect(commissions).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      tmpfs: [expect.stringMatching(/^\/tmp:/)],
    });
    expect(commissions.volumes).toEqual([`data:${imageVariables().DATA_DIR}`]);
    const named = [commissions, postgres, caddy]
      .flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
      .filter((name) => !name.startsWith('.'));
    expect(named.toSorted()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('bounds the log of every service', () => {
    for (const { logging } of Object.values(compose.services)) {
      expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } });
    }
  });

  it('publishes metrics to this machine alone, with the line that is commented out', () => {
    const [, line = ''] = /^ {4}# (ports: .+)$/m.exec(text) ?? [];
    const [withMetrics] = parseYaml<{ readonly ports: readonly string[] }>(line);
    expect(withMetrics?.ports).toEqual(['127.0.0.1:9464:9464']);
    expect(faultsOfCompose({ services: { commissions: withMetrics } })).toEqual([]);
    const settings = { METRICS_PORT: '9464', METRICS_TOKEN: 'secret' };
    for (const name of Object.keys(settings)) expect(text).toContain(`${name}=`);
    const { metrics } = readConfig({ ...imageVariables(), ...compose.services.commissions.environment, ...settings });
    expect(metrics).toEqual({ host: '0.0.0.0', port: 9464, token: 'secret' });
  });

  it('lets Caddy find the service, and the service believe Caddy alone', () => {
    const { environment } = compose.services.caddy;
    const { PORT, INBOX_PORT } = imageVariables();
    expect(environment).toMatchObject({
      FORM_UPSTREAM: `commissions:${PORT}`,
      INBOX_UPSTREAM: `commissions:${INBOX_PORT}`,
    });
    const placeholders = new Set([...caddyfile.matchAll(/\{\$(\w+):/g)].map(([, name]) => name));
    expect(Object.keys(environment).sort()).toEqual([...placeholders].sort());
    const [front] = compose.services.caddy.networks;
    const subnet = compose.networks[front ?? '']?.ipam?.config[0]?.subnet;
    expect(compose.services.commissions.environment.TRUSTED_PROXIES).toBe(subnet);
  });
});

describe('the Caddyfile', () => {
  it('is valid as it is and with the variables of compose.yaml, and formatted', async () => {
    const file = join(deploy, 'caddy/Caddyfile');
    const validate = ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file];
    const pairs = Object.entries(compose.services.caddy.environment).map(([name, value]) => `${name}=${value}`);
    expect(await runTool('env', validate)).toMatchObject({ exitCode: 0, output: expect.stringContaining('Valid') });
    expect(await runTool('env', [...pairs, ...validate])).toMatchObject({ exitCode: 0 });
    expect(await runTool('caddy', ['fmt', file])).toMatchObject({ exitCode: 0, output: caddyfile });
  });
});

describe('the settings of the systemd unit', () => {
  it('are variables that the service knows, those that are commented out too', () => {
    const settings = readFileSync(join(deploy, 'systemd/commissions.env'), 'utf8');
    const pairs = [...settings.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(pairs.length).toBeGreaterThan(4);
    expect(pairs.map(([name]) => name).filter((name) => !knownVariables.has(name))).toEqual([]);
    const set = pairs.filter(([name]) => name !== 'CATALOGUE_FILE');
    expect(() => readConfig(Object.fromEntries(set))).not.toThrow();
  });
});
