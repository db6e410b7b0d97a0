import { describe, expect, it } from 'vitest';
import { readConfig } from '../../configuration/read-config.ts';
import { assertListeners, takePassedSockets } from './passed-sockets.ts';

const take = (env: Record<string, string>) => Object.fromEntries(takePassedSockets({ LISTEN_PID: '7', ...env }, 7));

describe('sockets that systemd passes', () => {
  it('are taken by the listeners that their names say', () => {
    expect(take({ LISTEN_FDS: '3', LISTEN_FDNAMES: 'inbox:metrics:form' })).toEqual({ inbox: 3, metrics: 4, form: 5 });
  });

  it('are taken by the form when there is one without a name', () => {
    expect(take({ LISTEN_FDS: '1' })).toEqual({ form: 3 });
    expect(take({ LISTEN_FDS: '1', LISTEN_FDNAMES: '' })).toEqual({ form: 3 });
  });

  it('are left to the process that they are for', () => {
    expect(take({ LISTEN_PID: '8', LISTEN_FDS: '1', LISTEN_FDNAMES: 'form' })).toEqual({});
    expect(take({ LISTEN_PID: '', LISTEN_FDS: '1' })).toEqual({});
    expect(take({})).toEqual({});
  });

  it('are unknown to children of the process', () => {
    for (const LISTEN_PID of ['7', '8']) {
      const env = { LISTEN_PID, LISTEN_FDS: '1', LISTEN_FDNAMES: 'form', LISTEN_PIDFDID: '4711', PATH: '/bin' };
      takePassedSockets(env, 7);
      expect(env).toEqual({ PATH: '/bin' });
    }
  });

  it.each([
    [{ LISTEN_FDS: '2' }, 'LISTEN_FDS passes 2 sockets, and LISTEN_FDNAMES names 0'],
    [{ LISTEN_FDS: '2', LISTEN_FDNAMES: 'form' }, 'LISTEN_FDS passes 2 sockets, and LISTEN_FDNAMES names 1'],
    [{ LISTEN_FDS: 'two', LISTEN_FDNAMES: 'form' }, 'LISTEN_FDS passes two sockets, and LISTEN_FDNAMES names 1'],
    [
      { LISTEN_FDS: '1', LISTEN_FDNAMES: 'commissions.socket' },
      'has the name commissions.socket: set FileDescriptorName=',
    ],
    [{ LISTEN_FDS: '2', LISTEN_FDNAMES: 'form:form' }, 'Two sockets that were passed have the name form'],
  ])('are refused by a sentence: %j', (env, sentence) => {
    expect(() => take(env)).toThrow(sentence);
  });

  it('are refused for a listener that the process does not have', () => {
    const assertFor = (name: 'form' | 'inbox' | 'metrics', env: Record<string, string>) =>
      assertListeners(new Map([[name, 3]]), readConfig(env));
    expect(() => assertFor('form', { ROLES: 'inbox' })).toThrow(
      'A socket was passed for form, and this process has no such',
    );
    expect(() => assertFor('inbox', { INBOX: 'off' })).toThrow('for inbox');
    expect(() => assertFor('inbox', { ROLES: 'intake' })).toThrow('for inbox');
    expect(() => assertFor('metrics', {})).toThrow('for metrics');
    assertFor('metrics', { METRICS_PORT: '9464' });
    assertFor('inbox', {});
  });
});
