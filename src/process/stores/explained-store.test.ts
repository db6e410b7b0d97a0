import { describe, expect, it } from 'vitest';
import type { BucketFiles } from '../../platform/objects/bucket-files.ts';
import { S3Error } from '../../platform/objects/s3/response.ts';
import { explainBucket, explainedFiles } from './explained-store.ts';

const named = { name: 's3://backups/one', bucket: 'backups', endpoint: 'https://s3.example.org' };
const { signal } = new AbortController();

function filesThatFail(error: Error): BucketFiles {
  const fail = () => Promise.reject(error);
  return {
    put: fail,
    putNew: fail,
    get: fail,
    size: fail,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
    delete: fail,
    close: async () => {},
  };
}

describe('a bucket of back-ups', () => {
  it.each([
    [new S3Error(404, 'NoSuchBucket', ''), 'The bucket `backups` does not exist', 'create it, or name one that does'],
    [new S3Error(403, 'AccessDenied', ''), 'The credentials give no right to the bucket `backups`', 'or name another'],
    [new S3Error(400, 'InvalidBucketName', ''), 'takes no bucket of this name', 'correct its name (BACKUP_S3'],
    [new S3Error(403, 'SignatureDoesNotMatch', ''), 'rejects the credentials', 'correct AWS_ACCESS_KEY_ID'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 's3.example.org cannot be reached', 'AWS_ENDPOINT'],
  ])('fails with its address, its cause and its remedy: %s', async (error, what, remedy) => {
    const files = explainedFiles(filesThatFail(error), named);
    const failures = await Promise.all(
      [files.get('lock', { signal }), files.size('lock', { signal }), files.delete('lock', { signal })].map((call) =>
        call.catch((failure: Error) => failure),
      ),
    );
    for (const failure of failures) {
      expect(failure).toMatchObject({ message: expect.stringContaining(what), cause: error, code: error.code });
      expect(failure).toMatchObject({ message: expect.stringContaining(remedy) });
      expect(failure).toMatchObject({ message: expect.stringMatching(/^s3:\/\/backups\/one: .*BACKUP_S3_/) });
    }
    await expect(files.list('', { signal })[Symbol.asyncIterator]().next()).rejects.toThrow(what);
  });
});

describe('the bucket that is backed up', () => {
  it('fails with the name of its variable', () => {
    const fail = () => explainBucket({ ...named, name: 's3://backups' })(new S3Error(404, 'NoSuchBucket', ''));
    expect(fail).toThrow('s3://backups: The bucket `backups` does not exist');
    expect(fail).toThrow('create it, or set BUCKET_NAME to one that does');
  });
});
