import { failureText } from '../../platform/failure/errors.ts';
import type { DoctorChallenge } from '../challenge.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { askService } from '../proxy/ask-service.ts';

/** Where a listener of the service should be. */
export interface ExpectedListener {
  /** The name of the listener: `form`, `inbox`. */
  readonly name: string;
  /** The address that ends with `/`, as this machine reaches it, or null when the system chooses the port. */
  readonly url: URL | null;
  /** The socket file that the listener is on, or null for a port. */
  readonly socketPath: string | null;
  /** The variable that sets the port or the file. */
  readonly variable: string;
  /** Whether the service takes another port when this one is in use. */
  readonly mayMove: boolean;
}

export interface AnswerParts {
  readonly listeners: readonly ExpectedListener[];
  /** Resolves with null when there is no database yet. Rejects when the database cannot be reached. */
  challenge(): Promise<DoctorChallenge | null>;
}

/** Checks that the service runs and answers where it listens, without any proxy. */
export function createAnswersCheck({ listeners, challenge }: AnswerParts): Check {
  return {
    name: 'service.answers',
    quick: false,
    async run(signal) {
      if (listeners.length === 0) return [skipped('This process listens nowhere')];
      const asking = await challenge().catch(() => null);
      return Promise.all(listeners.map((listener) => look(listener, asking, signal)));
    },
  };
}

async function look(
  { name, url, socketPath, variable, mayMove }: ExpectedListener,
  challenge: DoctorChallenge | null,
  signal: AbortSignal,
): Promise<Finding> {
  if (url === null) return skipped(`The port of the ${name} is free to choose: the log of the service names it`);
  const place = socketPath ?? url.host;
  const asked = await askService(url, challenge, { connect: socketPath === null ? {} : { socketPath } }, signal).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      return failureText(error);
    },
  );
  if (typeof asked === 'string') {
    return wrong(`The ${name} does not answer on ${place}: ${asked}`, {
      remedy: 'Start the service; if it runs, read in its log where it listens and what is wrong',
    });
  }
  if (asked.kind === 'no-service') {
    if (mayMove) return skipped(`Another program has ${place}: the log of the service names where the ${name} is`);
    return wrong(`Another program answers on ${place}`, { remedy: `Stop it, or set another ${variable}` });
  }
  if (asked.kind === 'a-service' && challenge !== null) {
    return warning(`The service on ${place} has another database, or cannot reach this database`, {
      remedy: `Check whether another service runs there, and whether this one reaches its database`,
    });
  }
  if (asked.kind === 'this-service' && asked.seen.listener !== name) {
    return wrong(`The ${asked.seen.listener} answers on ${place}, where the ${name} should`, {
      remedy: `Run the doctor with the settings of the service, or correct ${variable}`,
    });
  }
  return ok(`The ${name} answers on ${place}`);
}
