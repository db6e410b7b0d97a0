import { json } from 'node:stream/consumers';
import type { Config } from './config.ts';
import { createLog, createLogDestination } from './log.ts';
import { joinDatabase } from './parts.ts';
import { createRedactor } from './redactor.ts';
import { secretsOf } from './secrets.ts';
import { type Service, startService } from './service.ts';
import type { WorkerMessage } from './worker-message.ts';

// The process that started this one has read the configuration, once for all workers. When that process dies,
// `node:cluster` ends this one at once, and the recovery of another cleans up behind it.
const { pid } = process;
const config = (await json(process.stdin)) as Config;
const redact = createRedactor(secretsOf(config));
const destination = await createLogDestination(process.stdout);
const log = createLog({ level: config.logLevel, redact, destination, pid });
await run();

async function run(): Promise<void> {
  try {
    const starting = startService({ config, log, redact, openDatabase: joinDatabase });
    stopOnSignal(starting);
    tell({ kind: 'ready', address: (await starting).address });
  } catch (error) {
    const reason = redact(String(error instanceof Error ? error.message : error));
    tell({ kind: 'failed', reason }, () => process.exit(1));
  }
}

/** A terminal sends SIGINT to this process too: it is for the one that started it to say when to stop, by SIGTERM. */
function stopOnSignal(starting: Promise<Service>): void {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => void stop(starting));
}

async function stop(starting: Promise<Service>): Promise<void> {
  const service = await starting.catch(() => null);
  await service?.close();
  process.exit();
}

function tell(message: WorkerMessage, told = () => {}): void {
  process.send?.(message, told);
}
