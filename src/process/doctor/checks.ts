import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Config, defaultInboxPort } from '../../configuration/config.ts';
import { socketPathOf } from '../../configuration/listen-host.ts';
import { processLimits } from '../../configuration/memory.ts';
import { nodeVariables, readVariableFiles } from '../../configuration/variable-files.ts';
import { createDoctorChallenge, type DoctorChallenge } from '../../doctor/challenge.ts';
import type { Check } from '../../doctor/check.ts';
import { createNodeOptionsCheck, createVariablesCheck } from '../../doctor/environment/environment-checks.ts';
import { createVariableFilesCheck } from '../../doctor/environment/variable-files.ts';
import { createDiskSpaceCheck } from '../../doctor/machine/disk-space.ts';
import { createFileSystemCheck } from '../../doctor/machine/file-system.ts';
import { createMemoryCheck, createNodeCheck, createOpenFilesCheck } from '../../doctor/machine/process-checks.ts';
import { createMetricsCheck } from '../../doctor/metrics/metrics-check.ts';
import { createProxyChecks } from '../../doctor/proxy/proxy-checks.ts';
import { createAnswersCheck, type ExpectedListener } from '../../doctor/service/answers-check.ts';
import { createLinkSecret } from '../../events/status-links/link-secret.ts';
import { openTemporaryFile } from '../../intake/spool/temporary-file.ts';
import { unsupportedNode } from '../program/node-version.ts';
import type { Releases } from '../program/releases.ts';
import { bucketPath, spoolDirectoryOf } from '../stores/stores.ts';
import { deliveryChecks } from './delivery-checks.ts';
import { bucketChecks, createPoolOpener, databaseChecks } from './store-checks.ts';

/** The configuration of this process, or its faults. */
export interface ConfigOrFaults {
  /** Null when there are faults. */
  readonly config: Config | null;
  readonly faults: readonly string[];
}

/** Returns every check that the configuration allows. `releases` closes what the checks open. */
export function allChecks({ config, faults }: ConfigOrFaults, log: Logger, releases: Releases): readonly Check[] {
  const { node } = process.versions;
  return [
    createNodeCheck({ version: node, ended: unsupportedNode(node, new Date()) }),
    createVariablesCheck(faults),
    ...environmentChecks(config),
    ...(config === null ? [] : checksOf(config, releases, createPoolOpener(config, log, releases))),
  ];
}

/** Returns the quick checks of a running service. Skips a database that is down, which the readiness reports. */
export function quickChecks(config: Config, releases: Releases, pool: Pool): readonly Check[] {
  const openPool = () =>
    pool.connect().then(
      (client) => {
        client.release();
        return pool;
      },
      () => null,
    );
  const checks = [...environmentChecks(config), ...checksOf(config, releases, openPool)];
  return checks.filter(({ quick }) => quick);
}

/**
 * Returns the checks that a running service makes for its owners. The listeners answer already, and whether a proxy
 * reaches them is a question to be asked from outside.
 */
export function healthChecks(config: Config, releases: Releases, pool: Pool): readonly Check[] {
  const { node } = process.versions;
  const checks = [
    createNodeCheck({ version: node, ended: unsupportedNode(node, new Date()) }),
    ...environmentChecks(config),
    ...checksOf(config, releases, async () => pool),
  ];
  return checks.filter(({ name }) => !/^(service|proxy)\./.test(name));
}

/**
 * Returns the checks in the order in which they run. Checks of a part come after those of the parts it depends on.
 * @param releases Closes what a check opened. Nothing is opened before a check needs it.
 * @param openPool Resolves with null when there is no database to ask.
 */
function checksOf(config: Config, releases: Releases, openPool: () => Promise<Pool | null>): readonly Check[] {
  return [
    ...machineChecks(config),
    createMetricsCheck(config),
    ...databaseChecks(config, openPool),
    ...bucketChecks(config, releases, openPool),
    ...deliveryChecks(config, releases, openPool),
    createAnswersCheck({ listeners: listenersOf(config), challenge: () => openChallenge(openPool) }),
    ...proxyChecks(config, openPool),
  ];
}

function environmentChecks(config: Config | null): readonly Check[] {
  const files = readVariableFiles(process.env);
  const tooLate = nodeVariables.filter((name) =>
    files.some(({ variables }) => variables?.[name] !== undefined && variables[name] !== process.env[name]),
  );
  return [
    createVariableFilesCheck({ files, tooLate, dataDirectory: config?.dataDirectory ?? null }),
    createNodeOptionsCheck({
      options: process.env.NODE_OPTIONS ?? '',
      acceptsAnyCertificate: process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
      memoryBytes: processLimits().memoryBytes,
    }),
  ];
}

function machineChecks(config: Config): readonly Check[] {
  const { dataDirectory, databaseUrl, spoolMemoryBytes, maxUploads, maxConnections, maxRequestBytes } = config;
  const { memoryBytes, openFiles } = processLimits();
  const isDatabaseEmbedded = databaseUrl === null;
  const spoolDirectory = spoolDirectoryOf(config);
  return [
    createMemoryCheck({ memoryBytes, spoolMemoryBytes, maxUploads, maxConnections, isDatabaseEmbedded }),
    createOpenFilesCheck({ openFiles, maxConnections }),
    createDiskSpaceCheck({
      folders: [dataDirectory, spoolDirectory, ...objectFolders(config)],
      maxRequestBytes,
      floorBytes: config.diskFloorBytes,
    }),
    createFileSystemCheck({ dataDirectory, spoolDirectory, openUnnamed: openTemporaryFile }),
  ];
}

/** Returns the folders of a store of files, which may be on a separate disk. */
function objectFolders(config: Config): readonly string[] {
  const { bucketName, objectStore } = config;
  return bucketName === null || objectStore.kind !== 'filesystem' ? [] : bucketPath(config, bucketName);
}

/** Returns the checks of the proxy in front of the service. */
function proxyChecks(config: Config, openPool: () => Promise<Pool | null>): readonly Check[] {
  return createProxyChecks({
    publicUrl: config.publicUrl,
    inboxUrl: config.inbox?.url ?? null,
    hasTrustedProxies: config.trustedProxies.length > 0,
    challenge: () => openChallenge(openPool),
  });
}

async function openChallenge(openPool: () => Promise<Pool | null>): Promise<DoctorChallenge | null> {
  const pool = await openPool();
  return pool === null ? null : createDoctorChallenge(createLinkSecret(pool));
}

function listenersOf({ host, port, publicPath, inbox, roles }: Config): readonly ExpectedListener[] {
  const listeners: ExpectedListener[] = [];
  if (roles.includes('intake')) {
    const at = { host, port, path: publicPath, variables: { host: 'HOST', port: 'PORT' } };
    listeners.push({ name: 'form', mayMove: false, ...whereOf(at) });
  }
  if (inbox !== null && roles.includes('inbox')) {
    const port = inbox.port ?? defaultInboxPort;
    const at = { host: inbox.host, port, path: '/', variables: { host: 'INBOX_HOST', port: 'INBOX_PORT' } };
    listeners.push({ name: 'inbox', mayMove: inbox.port === null, ...whereOf(at) });
  }
  return listeners;
}

interface ListenerAt {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly variables: { readonly host: string; readonly port: string };
}

function whereOf({ host, port, path, variables }: ListenerAt) {
  const socketPath = socketPathOf(host);
  if (socketPath === null) return { url: urlOf(host, port, path), socketPath, variable: variables.port };
  return { url: new URL(path, 'http://localhost'), socketPath, variable: variables.host };
}

/** Returns null when the system chooses the port. An address of all networks is reached by that of this machine. */
function urlOf(host: string, port: number, path: string): URL | null {
  if (port === 0) return null;
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return new URL(path, `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`);
}
