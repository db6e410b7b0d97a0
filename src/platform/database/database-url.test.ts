import { describe, expect, it } from 'vitest';
import { readDatabaseUrl } from './database-url.ts';

describe('a database URL', () => {
  it('names one server, which is taken as it is', () => {
    expect(readDatabaseUrl('postgres://me:p%40ss@db:5433/x?sslmode=disable')).toEqual({
      hosts: [{ name: 'db:5433', url: 'postgres://me:p%40ss@db:5433/x?sslmode=disable' }],
      needsWrites: false,
    });
  });

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])('verifies the server in the mode %s', (mode) => {
    const [host] = readDatabaseUrl(`postgres://db/x?sslmode=${mode}`).hosts;
    expect(host?.url).toBe('postgres://db/x?sslmode=verify-full');
  });

  it.each(['sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'])('takes TLS as it is asked for: %s', (query) => {
    const [host] = readDatabaseUrl(`postgres://db/x?${query}`).hosts;
    expect(host?.url).toBe(`postgres://db/x?${query}`);
  });

  it('names several servers, each with a URL of its own, of which one that takes writes is wanted', () => {
    const { hosts, needsWrites } = readDatabaseUrl('postgresql://me:secret@a:5433,b,[::1]:5434/x?sslmode=disable');
    expect(hosts).toEqual([
      { name: 'a:5433', url: 'postgresql://me:secret@a:5433/x?sslmode=disable' },
      { name: 'b:5432', url: 'postgresql://me:secret@b/x?sslmode=disable' },
      { name: '[::1]:5434', url: 'postgresql://me:secret@[::1]:5434/x?sslmode=disable' },
    ]);
    expect(needsWrites).toBe(true);
  });

  it.each(['postgres://me@/x?host=%2Frun%2Fa&port=7', 'postgres:///x?host=b', 'postgres://me@a:1/x?host=b'])(
    'may name its only server by a parameter: %s',
    (url) => {
      const { hosts, needsWrites } = readDatabaseUrl(url);
      expect(hosts.map((host) => host.url)).toEqual([url]);
      expect(needsWrites).toBe(false);
    },
  );

  it.each([
    ['any', false],
    ['read-write', true],
    ['primary', true],
  ])('says by target_session_attrs=%s whether writes are needed: %s', (target, needsWrites) => {
    for (const hosts of ['a', 'a,b']) {
      expect(readDatabaseUrl(`postgres://${hosts}/x?target_session_attrs=${target}`).needsWrites).toBe(needsWrites);
    }
  });

  it('may not ask for a server that takes no writes', () => {
    expect(() => readDatabaseUrl('postgres://a,b/x?target_session_attrs=standby')).toThrow('read-write or primary');
  });

  it('leaves out time limits, which the session sets itself', () => {
    const { hosts } = readDatabaseUrl('postgres://db/x?statement_timeout=9&application_name=me&lock_timeout=0');
    expect(hosts[0]?.url).toBe('postgres://db/x?application_name=me');
  });

  it.each([
    ['mysql://db/x', 'must begin with postgres://'],
    ['postgres://me:p:w/d@db/x', 'percent-encoded'],
    ['postgres://me:hunter2#1@db/x', '# as %23'],
    ['postgres://me:hunter2@db/x#', '# as %23'],
    ['postgres://me:7/hunter2@db/x', '/ as %2F'],
    ['postgres://me:7?hunter2@db/x', '? as %3F'],
    ['postgres://me:hunter2@a,,b/x', 'a host before and after each comma'],
    ['postgres://me:hunter2@a:b/x', 'percent-encoded'],
    ['postgres://me:hunter2@/x?host=a,b', 'several hosts before the path'],
    ['postgres:///x?host=hunter2&port=1,2', 'several hosts before the path'],
  ])('is rejected without being quoted when it is %s', (url, message) => {
    expect(() => readDatabaseUrl(url)).toThrow(message);
    expect(() => readDatabaseUrl(url)).not.toThrow('hunter2');
  });
});
