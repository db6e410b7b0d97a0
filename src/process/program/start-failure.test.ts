import { describe, expect, it } from 'vitest';
import { startFailureText } from './start-failure.ts';

describe('the message of a start that fails', () => {
  it.each([
    ['EROFS', /^\/srv\/data is on a disk that is mounted read-only: mount it for writing, or set another DATA_DIR$/],
    ['EACCES', /^The account .* has no right to write \/srv\/data: give it DATA_DIR \(chown -R /],
    ['ENOSPC', /^The disk of DATA_DIR .* is full/],
    ['ENOTDIR', /because \/srv\/data is a file: set another DATA_DIR$/],
  ])('names what the system error %s asks of the host', (code, text) => {
    const error = Object.assign(new Error(code), { code, path: '/srv/data' });
    expect(startFailureText(error, '/srv/data')).toMatch(text);
  });

  it.each([
    ['/', 'access'],
    ['/srv', 'access'],
    ['/srv/data', 'mkdir'],
  ])('says how to create a DATA_DIR that is missing: %s refuses %s', (path, syscall) => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', path, syscall });
    expect(startFailureText(error, '/srv/data')).toMatch(
      /: create DATA_DIR for it \(install -d -o \S+ \/srv\/data\), or/,
    );
  });
});
