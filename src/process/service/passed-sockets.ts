import type { Config } from '../../configuration/config.ts';
import { StartError } from '../program/start-failure.ts';

const listenerNames = ['form', 'inbox', 'metrics'] as const;
type ListenerName = (typeof listenerNames)[number];

/** The file descriptors of the sockets that systemd listens on, by the listeners that take their connections. */
export type PassedSockets = ReadonlyMap<ListenerName, number>;

/** As sd_listen_fds(3) says. */
const firstDescriptor = 3;
const variables = ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES', 'LISTEN_PIDFDID'];

/**
 * Returns the sockets that were passed to this process. Removes the variables, so that no child takes the sockets for its own.
 * @throws {StartError}
 */
export function takePassedSockets(env: NodeJS.ProcessEnv, pid: number): PassedSockets {
  const { LISTEN_PID, LISTEN_FDS = '0', LISTEN_FDNAMES } = env;
  for (const name of variables) delete env[name];
  // They are for another process, such as the shell that started this one.
  if (Number(LISTEN_PID) !== pid) return new Map();
  const count = Number(LISTEN_FDS);
  // systemd gives a socket without FileDescriptorName= the name of its unit, and other programs give it none.
  const names = LISTEN_FDNAMES ? LISTEN_FDNAMES.split(':') : Array(count === 1 ? 1 : 0).fill('form');
  if (names.length !== count) {
    throw new StartError(
      `LISTEN_FDS passes ${LISTEN_FDS} sockets, and LISTEN_FDNAMES names ${names.length}: name each`,
    );
  }
  const sockets = new Map<ListenerName, number>();
  for (const [index, given] of names.entries()) {
    const name = listenerNames.find((one) => one === given);
    if (name === undefined) {
      throw new StartError(
        `A socket that was passed has the name ${given}: set FileDescriptorName= of its unit to ${listenerNames.join(', ')}`,
      );
    }
    if (sockets.has(name)) {
      throw new StartError(
        `Two sockets that were passed have the name ${name}: the service takes one for each listener`,
      );
    }
    sockets.set(name, firstDescriptor + index);
  }
  return sockets;
}

/** Connections to a socket without a listener would wait for good. @throws {StartError} */
export function assertListeners(sockets: PassedSockets, { roles, inbox, metrics }: Config): void {
  const has = {
    form: roles.includes('intake'),
    inbox: roles.includes('inbox') && inbox !== null,
    metrics: metrics !== null,
  };
  for (const name of sockets.keys()) {
    if (!has[name]) throw new StartError(`A socket was passed for ${name}, and this process has no such listener`);
  }
}
