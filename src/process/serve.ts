import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import { readProcessConfig } from '../configuration/read-config.ts';
import { secretsOf } from '../configuration/secrets.ts';
import { failureText } from '../platform/failure/errors.ts';
import { printFailure } from '../platform/log/journal.ts';
import { createLog, createLogDestination } from '../platform/log/log.ts';
import { createRedactor } from '../platform/log/redactor.ts';
import { unsupportedNode } from './program/node-version.ts';
import { versionText } from './program/own-package.ts';
import { startFailureText } from './program/start-failure.ts';
import type { Intake } from './service/intake.ts';
import type { OperatorSide } from './service/operator-side.ts';
import { takePassedSockets } from './service/passed-sockets.ts';
import { type Service, type ServiceOptions, startService } from './service/service.ts';
import { connectServiceManager, openSystemdNotify, type ServiceManager } from './service-manager.ts';
import { onStopSignal, type StopSignal } from './stop-signals.ts';

/** Time after the grace period of requests, to close the other parts, above all the embedded database. */
const releaseMs = 5000;

/**
 * Runs the service in this process until a signal stops it. A failed start sets the exit code 1 and prints the
 * fault and its remedy on standard error. A failure of unknown cause is logged too.
 * @throws {ConfigError}
 */
export async function serve(): Promise<void> {
  const config = readProcessConfig();
  const redact = createRedactor(secretsOf(config));
  // A reader that has ended is no reason to reject commissions.
  process.stderr.on('error', () => {});
  const log = createLog({ level: config.logLevel, redact, destination: await createLogDestination(process.stdout) });
  const nodeWarning = unsupportedNode(process.versions.node, new Date());
  if (nodeWarning !== null) log.warn(nodeWarning);
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'The service crashed'));
  log.info(`Version ${versionText()} starts`);
  const manager = connectServiceManager({ env: process.env, pid: process.pid, open: openSystemdNotify });
  const starting = start({ config, log, redact });
  // An interrupted start would leave its PostgreSQL running.
  const close = async () => (await starting.catch(() => null))?.close();
  const isStopping = stopOnSignals(log, config.shutdownGraceMs + releaseMs, close, manager);
  try {
    const service = await starting;
    await report(service, config, log);
    if (isStopping()) return;
    manager.ready();
    // After the report, because a finding is easily missed above it.
    service.examine();
  } catch (error) {
    // Ctrl-C also ends the programs that a start runs, so their end is no failure.
    if (isStopping()) return log.debug({ err: error }, 'The start was aborted');
    const known = startFailureText(error, config.dataDirectory);
    if (known === null) log.fatal({ err: error }, 'Could not start');
    printFailure(`Could not start: ${redact(known ?? failureText(error))}\n`);
    process.exitCode = 1;
  }
}

/** Begins by taking the sockets, before a child could. */
async function start(options: Omit<ServiceOptions, 'passed'>): Promise<Service> {
  return startService({ ...options, passed: takePassedSockets(process.env, process.pid) });
}

async function report({ intake, inbox, metricsAddress }: Service, config: Config, log: Logger): Promise<void> {
  if (intake !== null) await reportIntake(intake, config, log);
  if (inbox !== null) log.info(`The inbox is on ${addressText(inbox)}`);
  if (inbox?.setUpUrl) showSetUp(inbox.setUpUrl);
  if (metricsAddress !== null) log.info(`Metrics are on ${below(metricsAddress, '/metrics')}`);
  if (intake === null && inbox === null) log.info('Ready for upkeep');
}

/** Shows the link as a line of its own, to be copied. In a line of the log it would end in `"}`, or be left out. */
function showSetUp(url: string): void {
  process.stderr.write(`Nobody has an account yet. Create the first one within 24 hours:\n${url}\n`);
}

async function reportIntake({ address, readiness }: Intake, { publicPath }: Config, log: Logger): Promise<void> {
  const url = publicPath === '/' ? address : below(address, publicPath);
  const problems = (await readiness.problems()).map(({ what }) => what);
  log.info(
    problems.length === 0
      ? `Ready for commissions on ${url}`
      : `Listening on ${url}, not ready: ${problems.join('; ')}`,
  );
}

/** A path behind that of a socket file would be read as a part of it. */
function below(address: string, path: string): string {
  return address.startsWith('http:') ? address + path : address;
}

/** Returns both addresses when they differ: behind a proxy, people use `url` and the proxy uses `address`. */
function addressText({ url, address }: OperatorSide): string {
  return url === address ? url : `${url} and listens on ${address}`;
}

/**
 * The first signal shuts down gracefully, the second ends the process at once with code 1. Returns a function that returns
 * whether a signal was received.
 * @param limitMs Limit for a graceful shutdown. After it the process exits with code 1.
 * @param close Finishes the running requests and releases everything. Never rejects.
 */
function stopOnSignals(
  log: Logger,
  limitMs: number,
  close: () => Promise<void>,
  manager: ServiceManager,
): () => boolean {
  let isStopping = false;
  function stop(signal: StopSignal): void {
    isStopping = true;
    log.info(`${signal}: finishing the running submissions`);
    manager.stopping(limitMs);
    setTimeout(() => process.exit(1), limitMs).unref();
    void close().then(() => {
      log.info('Stopped');
      process.exit();
    });
  }
  onStopSignal(stop, () => process.exit(1));
  return () => isStopping;
}
