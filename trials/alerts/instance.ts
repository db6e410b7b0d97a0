import { mkdir } from 'node:fs/promises';
import { freePort } from '../../test/support/free-port.ts';
import { runService, type ServiceRun } from '../kill/service-run.ts';

/** A process of the service that can be killed and started again at the same ports. */
export interface Instance {
  readonly endpoint: string;
  readonly metricsPort: number;
  readonly inboxAddress: string;
  readonly dataDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Starts it, with other variables than usual. Resolves when it listens. */
  start(changes?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
}

export async function createInstance(
  dataDirectory: string,
  variables: Readonly<Record<string, string>>,
): Promise<Instance> {
  await mkdir(dataDirectory, { recursive: true });
  const [port, inboxPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const env = {
    ...variables,
    DATA_DIR: dataDirectory,
    PORT: String(port),
    INBOX: 'on',
    INBOX_PORT: String(inboxPort),
    METRICS_PORT: String(metricsPort),
  };
  let run: ServiceRun | null = null;

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = run;
    run = null;
    running?.send(signal);
    await running?.ended;
  }

  return {
    endpoint: `http://127.0.0.1:${port}/api/v1/commissions`,
    inboxAddress: `http://127.0.0.1:${inboxPort}`,
    metricsPort,
    dataDirectory,
    env,
    async start(changes = {}) {
      const started = runService({ ...env, ...changes }, dataDirectory);
      run = started;
      if ((await started.ready) === null) throw new Error(`It does not start: ${started.lastLines().join('\n')}`);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
