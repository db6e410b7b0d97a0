import { runService, type ServiceRun } from '../service/service-run.ts';

/** A service that is restarted whenever it has been killed. */
export interface Replica {
  readonly name: string;
  /** The port that accepts submissions, or null while the service is down or starting. */
  readonly port: number | null;
  /** Whether its process is running, ready or not. */
  readonly isAlive: boolean;
  /** Sends SIGKILL to the running process, which is restarted at once. */
  kill(): void;
  /** Sends SIGKILL. The service is restarted when `work` has ended. */
  killAround(work: () => Promise<void>): Promise<void>;
  /** Returns the lines of all its logs about this request. */
  linesAbout(requestId: string): string[];
  /** Shuts the service down gracefully for the last time. */
  stop(): Promise<void>;
}

interface ReplicaOptions {
  readonly name: string;
  readonly dataDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  onReady(): void;
  /** Called when the service ends without a kill, or does not shut down gracefully. */
  onFault(text: string): void;
}

const stopMs = 40_000;

export function startReplica({ name, dataDirectory, env, onReady, onFault }: ReplicaOptions): Replica {
  const lives: ServiceRun[] = [];
  let isStopping = false;
  let port: number | null = null;
  let killed: ServiceRun | null = null;
  let current = live();

  function live(): ServiceRun {
    const life = runService({ ...env, DATA_DIR: dataDirectory }, dataDirectory);
    lives.push(life);
    void life.ready.then((found) => {
      if (found === null || life === killed) return;
      port = found;
      onReady();
    });
    void life.ended.then((how) => {
      if (life === killed || isStopping) return;
      port = null;
      onFault(`${name} ended by itself: ${how}\n${life.lastLines().join('\n')}`);
    });
    return life;
  }

  async function killAround(work: () => Promise<void>): Promise<void> {
    if (isStopping || killed === current) return;
    const victim = current;
    killed = victim;
    port = null;
    victim.send('SIGKILL');
    await work();
    await victim.ended;
    if (!isStopping) current = live();
  }

  return {
    name,
    get port() {
      return port;
    },
    get isAlive() {
      return !isStopping && killed !== current;
    },
    kill: () => void killAround(async () => {}),
    killAround,
    linesAbout: (requestId) => lives.flatMap((life) => life.linesAbout(requestId)),
    async stop() {
      isStopping = true;
      port = null;
      const timeout = setTimeout(() => current.send('SIGKILL'), stopMs);
      // Before it is ready, the service does not handle signals.
      await current.ready;
      current.send('SIGTERM');
      const how = await current.ended;
      clearTimeout(timeout);
      if (current !== killed && how !== 'code 0') onFault(`${name} did not stop in good order: ${how}`);
    },
  };
}
