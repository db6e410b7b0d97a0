import { fileURLToPath } from 'node:url';
import { createLog, createLogDestination } from './log.ts';
import { openDatabase } from './parts.ts';
import { readConfigOrExit } from './process-config.ts';
import { createRedactor } from './redactor.ts';
import { secretsOf } from './secrets.ts';
import type { Service } from './service.ts';

/** Beyond the grace for requests: for the parts behind them, the embedded database above all. */
const releaseMs = 5000;

const config = readConfigOrExit();
const redact = createRedactor(secretsOf(config));
const log = createLog({ level: config.logLevel, redact, destination: await createLogDestination(process.stdout) });
await run();

async function run(): Promise<void> {
  if (config.bucketName === null) log.warn('BUCKET_NAME is not set: every submission will be answered with 500');
  try {
    const starting = start();
    stopOnSignals(() => closeOnceStarted(starting));
    const service = await starting;
    log.info(`Ready for commissions on ${pageOf(service)}`);
  } catch (error) {
    log.fatal({ err: error }, `Could not start: ${redact(String(error instanceof Error ? error.message : error))}`);
    process.exitCode = 1;
  }
}

/** Where the page is. */
function pageOf({ address }: Service): string {
  return config.publicPath === '/' ? address : address + config.publicPath;
}

async function start(): Promise<Service> {
  if (config.workers === 1) {
    const { startService } = await import('./service.ts');
    return startService({ config, log, redact, openDatabase });
  }
  const { startWorkers } = await import('./workers.ts');
  return startWorkers({ config, log, program: fileURLToPath(new URL('./worker-main.js', import.meta.url)) });
}

/** A start that is broken off half-way would leave its PostgreSQL running. */
async function closeOnceStarted(starting: Promise<Service>): Promise<void> {
  const service = await starting.catch(() => null);
  await service?.close();
}

/** The first signal stops in good order and in bounded time, a second one at once; recovery cleans up behind both. */
function stopOnSignals(close: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      log.info(`${signal}: finishing the submissions under way`);
      setTimeout(() => process.exit(1), config.timeLimits.shutdownGraceMs + releaseMs).unref();
      void close().then(() => {
        log.info('Stopped');
        process.exit();
      });
    });
  }
}
