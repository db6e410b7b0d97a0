import { describe, expect, it } from 'vitest';
import { TimeLimitError } from '../../platform/waiting/within-limit.ts';
import { databaseProblem } from './database-problem.ts';
import { objectStoreProblem } from './object-store-problem.ts';

const names = { bucket: 'commissions', endpoint: 'https://me:pa55@store.example:9000/' };

const withCode = (code: string, more: object = {}) => Object.assign(new Error('text'), { code, ...more });

describe('the explanation of a problem', () => {
  it.each([
    [withCode('ECONNREFUSED'), 'The database cannot be reached', 'DATABASE_URL'],
    [new AggregateError([withCode('ECONNREFUSED')]), 'The database cannot be reached', 'DATABASE_URL'],
    [new Error('timeout expired'), 'The database cannot be reached', 'DATABASE_URL'],
    [withCode('28P01'), 'The database rejects the user or the password', 'DATABASE_URL'],
    [
      new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      'The database rejects the user or the password',
      'DATABASE_URL',
    ],
    [withCode('3D000'), 'The database does not exist', 'create it'],
    [withCode('25006'), 'The database is read-only, or a standby', 'default_transaction_read_only'],
    [withCode('53100'), 'The disk of the database is full', 'room'],
    [new TimeLimitError('late'), 'The database did not commit a row in time', 'synchronous_standby_names'],
    [withCode('XX000'), 'The database failed (XX000)', 'its error says why'],
    [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'The certificate of the database is not trusted', 'sslrootcert'],
    [new Error('The pooler needs X. Run: Y'), 'The pooler needs X. Run: Y', ''],
  ])('names the fault of the database and its remedy: %s', (error, what, remedy) => {
    const problem = databaseProblem(error, 'server');
    expect(problem).toMatchObject({ part: 'database', what, cause: error });
    expect(problem.remedy).toContain(remedy);
  });

  it('does not name DATABASE_URL while the embedded database is started again', () => {
    const { what, remedy } = databaseProblem(withCode('ECONNREFUSED'), 'embedded');
    expect(what).toBe('The embedded database does not respond');
    expect(remedy).toContain('DATA_DIR');
  });

  it.each([
    [withCode('InvalidBucketName', { status: 400 }), 'The object store takes no bucket of this name', 'BUCKET_NAME'],
    [withCode('NoSuchBucket', { status: 404 }), 'The bucket `commissions` does not exist', 'BUCKET_NAME'],
    [withCode('', { status: 404 }), 'The bucket `commissions` does not exist', 'BUCKET_NAME'],
    [withCode('InvalidAccessKeyId', { status: 403 }), 'The object store rejects the credentials', 'AWS_ACCESS_KEY_ID'],
    [withCode('AccessDenied', { status: 403 }), 'The credentials give no right to the bucket `commissions`', 'allow'],
    [withCode('PermanentRedirect', { status: 301 }), 'The bucket is in another region', 'AWS_REGION'],
    [withCode('ENOTFOUND'), 'The object store at store.example:9000 cannot be reached', 'AWS_ENDPOINT_URL_S3'],
    [new TimeLimitError('late'), 'The object store at store.example:9000 cannot be reached', 'AWS_ENDPOINT_URL_S3'],
    [
      withCode('SELF_SIGNED_CERT_IN_CHAIN'),
      'The certificate of the object store is not trusted',
      'NODE_EXTRA_CA_CERTS',
    ],
    [
      withCode('ERR_SSL_WRONG_VERSION_NUMBER'),
      'The object store does not speak TLS on its port',
      'write http:// in place of https://',
    ],
    [
      Object.assign(new Error('getaddrinfo ENOTFOUND commissions.store.example'), { code: 'ENOTFOUND' }),
      'The object store has no host commissions.store.example, or no certificate for it',
      'S3_FORCE_PATH_STYLE=true',
    ],
    [
      Object.assign(new Error("Host: commissions.store.example. is not in the cert's altnames"), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      }),
      'The object store has no host commissions.store.example, or no certificate for it',
      'S3_FORCE_PATH_STYLE=true',
    ],
    [
      withCode('SecondLevelDomainForbidden', { status: 403 }),
      'The object store takes the bucket in the host name alone',
      'S3_FORCE_PATH_STYLE=false',
    ],
    [withCode('EACCES'), 'The account may not use the folder of the attachments', 'DATA_DIR'],
    [
      Object.assign(new Error('none'), { name: 'CredentialsProviderError' }),
      'No credentials for the object store were found',
      'AWS_ACCESS_KEY_ID',
    ],
    [
      withCode('SlowDown', { status: 503 }),
      'The object store at store.example:9000 failed (SlowDown)',
      'its error says why',
    ],
    [withCode('EPROTO'), 'The object store does not speak TLS on its port', 'write http:// in place of https://'],
  ])('names the fault of the object store and its remedy: %s', (error, what, remedy) => {
    const problem = objectStoreProblem(error, names);
    expect(problem).toMatchObject({ part: 'object store', what, cause: error });
    expect(problem.remedy).toContain(remedy);
  });

  it('finds the name of the bucket in the address of the store', () => {
    const twice = 'commissions.commissions.store.example';
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${twice}`), { code: 'ENOTFOUND' });
    const problem = objectStoreProblem(error, { ...names, endpoint: 'https://commissions.store.example' });
    expect(problem.remedy).toBe("leave the bucket's name out of AWS_ENDPOINT_URL_S3");
  });

  it.each([
    withCode('HPE_INVALID_CONSTANT'),
    Object.assign(new Error('The object store responded with 400: the response is not in the form of S3'), {
      status: 400,
    }),
  ])('finds http:// in front of a port of TLS: %s', (error) => {
    const problem = objectStoreProblem(error, { ...names, endpoint: 'http://store.example:9000' });
    expect(problem).toMatchObject({
      what: 'The object store at store.example:9000 does not answer as S3 does',
      remedy: expect.stringContaining('write https://'),
    });
  });
});
