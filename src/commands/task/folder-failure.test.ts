import { describe, expect, it } from 'vitest';
import { folderFailureText } from './folder-failure.ts';

const failure = (code: string, path: string, syscall = 'lstat') =>
  Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, path, syscall });
const dataDirectory = '/srv/data';

describe('a folder that the system refuses', () => {
  it.each(['/backup', '/backup/commissions', '/backup/commissions/lock-1'])('is named with its remedy: %s', (path) => {
    const text = folderFailureText(failure('EACCES', path), '/backup/commissions', dataDirectory);
    expect(text).toContain(`has no right to use ${path}: give it the folder (chown -R `);
    expect(text).toContain('/backup/commissions)');
  });

  it.each([
    ['EROFS', 'mounted read-only'],
    ['ENOSPC', 'The disk of /backup/commissions is full'],
    ['ENOTDIR', 'a file is in the place of a folder'],
  ])('is explained for %s', (code, text) => {
    expect(
      folderFailureText(failure(code, '/backup/commissions/objects'), '/backup/commissions', dataDirectory),
    ).toContain(text);
  });

  it.each(['/', '/backup', '/backup/commissions'])('is to be created when %s refuses that', (path) => {
    const text = folderFailureText(failure('EACCES', path, 'mkdir'), '/backup/commissions', dataDirectory);
    expect(text).toMatch(/has no right to create \/backup\/commissions: .*\(install -d -o \S+ \/backup\/commissions\)/);
    const below = failure('EACCES', '/backup/commissions/objects', 'mkdir');
    expect(folderFailureText(below, '/backup/commissions', dataDirectory)).toContain('chown');
  });

  it.each([
    ['s3://backups/one', process.cwd()],
    ['/srv', '/srv/data/transit'],
    ['/srv/data/backup', '/srv/data'],
    ['/srv/data/backup', '/srv/data/postgres'],
  ])('is not blamed for what DATA_DIR or a bucket has: %s', (folder, path) => {
    expect(folderFailureText(failure('EACCES', path), folder, dataDirectory)).toBeNull();
  });

  it('is named when it is a folder within DATA_DIR', () => {
    expect(folderFailureText(failure('EACCES', '/srv/data/backup/x'), '/srv/data/backup', dataDirectory)).toContain(
      '/x',
    );
  });

  it('is not blamed for other paths and other errors', () => {
    expect(
      folderFailureText(failure('EACCES', '/backup/commissions-2'), '/backup/commissions', dataDirectory),
    ).toBeNull();
    expect(folderFailureText(failure('EIO', '/backup/commissions'), '/backup/commissions', dataDirectory)).toBeNull();
    expect(folderFailureText(new Error('no path'), '/backup/commissions', dataDirectory)).toBeNull();
  });
});
