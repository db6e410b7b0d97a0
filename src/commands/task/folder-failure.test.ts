import { describe, expect, it } from 'vitest';
import { folderFailureText } from './folder-failure.ts';

const failure = (code: string, path: string) => Object.assign(new Error(`${code}: lstat '${path}'`), { code, path });

describe('a folder that the system refuses', () => {
  it.each(['/backup', '/backup/commissions', '/backup/commissions/lock-1'])('is named with its remedy: %s', (path) => {
    const text = folderFailureText(failure('EACCES', path), '/backup/commissions');
    expect(text).toContain(`has no right to use ${path}: give it the folder (chown -R `);
    expect(text).toContain('/backup/commissions)');
  });

  it.each([
    ['EROFS', 'mounted read-only'],
    ['ENOSPC', 'The disk of /backup/commissions is full'],
    ['ENOTDIR', 'a file is in the place of a folder'],
  ])('is explained for %s', (code, text) => {
    expect(folderFailureText(failure(code, '/backup/commissions/objects'), '/backup/commissions')).toContain(text);
  });

  it('is not blamed for other paths and other errors', () => {
    expect(folderFailureText(failure('EACCES', '/backup/commissions-2'), '/backup/commissions')).toBeNull();
    expect(folderFailureText(failure('EIO', '/backup/commissions'), '/backup/commissions')).toBeNull();
    expect(folderFailureText(new Error('no path'), '/backup/commissions')).toBeNull();
  });
});
