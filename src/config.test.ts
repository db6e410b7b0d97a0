import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for everything but the bucket', () => {
    expect(readConfig({})).toEqual({
      bucketName: null,
      workers: 1,
      host: '127.0.0.1',
      port: 3000,
      publicPath: '/',
      allowedOrigins: [],
      catalogue: null,
      databaseUrl: null,
      objectStore: { kind: 'filesystem' },
      dataDirectory: './data',
      apiRevision: 'later',
      maxRequestBytes: 256 * 1024 * 1024,
      spoolMemoryBytes: 16 * 1024 * 1024,
      admission: { maxUploads: 128, maxSpoolBytes: 16 * 1024 ** 3, busyMinBodyBytesPerSecond: 16_384 },
      timeLimits: {
        headersMs: 15_000,
        minBodyBytesPerSecond: 1024,
        bodyRateWindowMs: 30_000,
        submissionMs: 3_600_000,
        drainMs: 60_000,
        shutdownGraceMs: 25_000,
      },
      database: { poolSize: 32, timeouts: { connectMs: 3000, statementMs: 15_000, lockMs: 5000 } },
      upload: { putMs: 45_000, attempts: 4, leaseMs: 60_000 },
      recovery: { intervalMs: 30_000, graceMs: 24 * 60 * 60_000 },
      logLevel: 'info',
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ BUCKET_NAME: '', PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('reads the S3 settings by the names of the AWS tools', () => {
    const env = {
      OBJECT_STORE: 's3',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    };
    expect(readConfig(env).objectStore).toEqual({
      kind: 's3',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
      endpoint: null,
      forcePathStyle: false,
    });
  });

  it('uses path style with an endpoint unless told otherwise, and prefers the endpoint for S3', () => {
    const env = { OBJECT_STORE: 's3', AWS_ENDPOINT_URL: 'http://a:1', AWS_ENDPOINT_URL_S3: 'http://b:2' };
    expect(readConfig(env).objectStore).toMatchObject({ endpoint: 'http://b:2', forcePathStyle: true });
    expect(readConfig({ ...env, S3_FORCE_PATH_STYLE: 'false' }).objectStore).toMatchObject({ forcePathStyle: false });
  });

  it('refuses credentials that no header can carry, without a word of them', () => {
    const faults = faultsOf({ AWS_ACCESS_KEY_ID: 'id\n', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 'to ken' });
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN']);
    expect(faults.join()).not.toContain('ken,');
    expect(faults.join()).toContain('must be visible ASCII');
  });

  it('refuses a region that no header can carry', () => {
    expect(faultsOf({ AWS_REGION: 'us-east-1\n' })).toEqual([
      expect.stringMatching(/^AWS_REGION must be visible ASCII/),
    ]);
  });

  it('accepts a database URL that names a socket', () => {
    for (const url of ['postgres://user@/name?host=/run/pg', 'postgresql:///name?host=/run/pg']) {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    }
  });

  it('reports every fault at once by the name of its variable', () => {
    const faults = faultsOf({
      BUCKET_NAME: '../up',
      PORT: '65536',
      DATABASE_URL: 'mysql://localhost',
      OBJECT_STORE: 's3',
      UPLOAD_TIMEOUT_MS: '60000',
      AWS_ENDPOINT_URL_S3: 'ftp://a',
      S3_FORCE_PATH_STYLE: 'maybe',
      API_REVISION: 'newest',
      MAX_REQUEST_BYTES: '10MB',
      SPOOL_MEMORY_BYTES: '-1',
      LOG_LEVEL: 'loud',
      AWS_ACCESS_KEY_ID: 'id',
    });
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([
      'BUCKET_NAME',
      'PORT',
      'DATABASE_URL',
      'AWS_ENDPOINT_URL_S3',
      'S3_FORCE_PATH_STYLE',
      'API_REVISION',
      'MAX_REQUEST_BYTES',
      'SPOOL_MEMORY_BYTES',
      'LOG_LEVEL',
      'AWS_SECRET_ACCESS_KEY',
      'UPLOAD_TIMEOUT_MS',
    ]);
  });

  it('refuses a duration that no timer can hold with what is added to it', () => {
    expect(faultsOf({ SUBMISSION_TIMEOUT_MS: '1073741825' })).toEqual([
      expect.stringMatching(/^SUBMISSION_TIMEOUT_MS /),
    ]);
    expect(readConfig({ SUBMISSION_TIMEOUT_MS: '1073741824' }).timeLimits.submissionMs).toBe(2 ** 30);
  });

  it('knows only the stores that there are', () => {
    expect(faultsOf({ OBJECT_STORE: 'floppy' })).toEqual([expect.stringMatching(/^OBJECT_STORE /)]);
  });

  it('does not ask for S3 credentials where no S3 is used', () => {
    expect(faultsOf({ AWS_ACCESS_KEY_ID: 'id' })).toEqual([]);
  });

  it('wants an upload to end before its lease', () => {
    expect(faultsOf({ UPLOAD_TIMEOUT_MS: '60000' })).toEqual([expect.stringContaining('UPLOAD_TIMEOUT_MS')]);
  });

  it('reads the origins whose pages may send', () => {
    const origins = 'https://example.org, http://localhost:8080';
    expect(readConfig({ CORS_ALLOWED_ORIGINS: origins }).allowedOrigins).toEqual([
      'https://example.org',
      'http://localhost:8080',
    ]);
    expect(readConfig({ CORS_ALLOWED_ORIGINS: '*' }).allowedOrigins).toBe('*');
  });

  it('tells which of the origins is none', () => {
    const origins = 'https://a.example,https://b.example/,*,HTTPS://c.example,null,,ftp://d.example';
    expect(faultsOf({ CORS_ALLOWED_ORIGINS: origins }).map((fault) => fault.slice(0, 28))).toEqual(
      [2, 3, 4, 5, 6, 7].map((entry) => `CORS_ALLOWED_ORIGINS entry ${entry}`),
    );
  });

  it.each(['studio', '/studio', 'studio/', '/a b/', '//', '/../', '/a/./'])('refuses the public path %j', (path) => {
    expect(faultsOf({ PUBLIC_PATH: path })).toEqual([expect.stringMatching(/^PUBLIC_PATH /)]);
  });

  it.each(['/', '/studio/', '/a/b-2/'])('accepts the public path %j', (path) => {
    expect(readConfig({ PUBLIC_PATH: path }).publicPath).toBe(path);
  });

  it('tells of a catalogue that is not there beside other faults', () => {
    expect(faultsOf({ CATALOGUE_FILE: '/nowhere/catalogue.json', PORT: 'x' })).toEqual([
      expect.stringMatching(/^PORT /),
      'CATALOGUE_FILE cannot be read: ENOENT',
    ]);
  });

  it('never quotes a value', () => {
    const faults = faultsOf({
      DATABASE_URL: 'http://user:hunter2@host',
      OBJECT_STORE: 's3',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toContain('hunter2');
  });

  it.each(['.', '..', 'a/b', 'a b', 'ä', 'a'.repeat(256)])('refuses the bucket name %j', (name) => {
    expect(faultsOf({ BUCKET_NAME: name })).toEqual([expect.stringMatching(/^BUCKET_NAME /)]);
  });

  it('refuses more connections than the embedded database has', () => {
    expect(faultsOf({ DATABASE_POOL_SIZE: '81' })).toEqual([
      'DATABASE_POOL_SIZE must be at most 80 without DATABASE_URL',
    ]);
    expect(faultsOf({ DATABASE_POOL_SIZE: '80' })).toEqual([]);
    expect(faultsOf({ DATABASE_POOL_SIZE: '81', DATABASE_URL: 'postgres://db/x' })).toEqual([]);
  });

  it('asks for something of each budget for every worker', () => {
    expect(faultsOf({ WORKERS: '4', DATABASE_POOL_SIZE: '3', MAX_UPLOADS: '3' })).toEqual([
      'DATABASE_POOL_SIZE must be at least WORKERS',
      'MAX_UPLOADS must be at least WORKERS',
    ]);
    expect(faultsOf({ WORKERS: '3', DATABASE_POOL_SIZE: '3', MAX_UPLOADS: '3' })).toEqual([]);
  });
});
