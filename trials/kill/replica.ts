import { runService, type ServiceRun } from './service-run.ts';

/** A service that is started again whenever it has been killed. */
export interface Replica {
  readonly name: string;
  /** Where it takes submissions; null while it is down or starting. */
  readonly port: number | null;
  /** Whether a process of it is there, ready or not. */
  readonly isAlive: boolean;
  /** SIGKILL to what is alive; it is started again at once. */
  kill(): void;
  /** SIGKILL; it is started again when `work` is over. */
  killAround(work: () => Promise<void>): Promise<void>;
  /** Lines of all its logs about this request. */
  linesAbout(requestId: string): string[];
  /** Stops it in good order, for the last time. */
  stop(): Promise<void>;
}

export interface ReplicaOptions {
  readonly name: string;
  readonly dataDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  onReady(): void;
  /** Told when it ends and nobody killed it, or does not end in good order. */
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
      // Before that it does not listen to signals yet.
      await current.ready;
      current.send('SIGTERM');
      const how = await current.ended;
      clearTimeout(timeout);
      if (current !== killed && how !== 'code 0') onFault(`${name} did not stop in good order: ${how}`);
    },
  };
}
