import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFaults } from '../../test/support/config-faults.ts';
import { defaultMaxConnections, defaultSpoolMemoryBytes, processLimits } from './memory.ts';
import { readConfig } from './read-config.ts';

describe('readConfig', () => {
  it('has a default for everything but the bucket', () => {
    expect(readConfig({})).toEqual({
      bucketName: null,
      host: '127.0.0.1',
      port: 3000,
      publicPath: '/',
      publicUrl: null,
      allowedOrigins: [],
      studioFile: null,
      pictures: { image: null, icon: null },
      isUnderMaintenance: false,
      studioVoice: 'we',
      databaseUrl: null,
      databasePoolSize: 32,
      objectStore: { kind: 'filesystem' },
      backupS3: { region: 'us-east-1', credentials: null, endpoint: null, forcePathStyle: false },
      dataDirectory: './data',
      apiRevision: 'later',
      maxRequestBytes: 256 * 1024 * 1024,
      failureDetails: 'full',
      maxConnections: defaultMaxConnections(processLimits()),
      maxUploads: 128,
      spoolMemoryBytes: defaultSpoolMemoryBytes(processLimits()),
      diskFloorBytes: null,
      timeLimits: {
        headersMs: 15_000,
        minBodyBytesPerSecond: 1024,
        bodyRateWindowMs: 30_000,
        busyMinBodyBytesPerSecond: 16_384,
        submissionMs: 3_600_000,
        drainMs: 60_000,
        connectMs: 3000,
        statementMs: 15_000,
        lockMs: 5000,
        putMs: 45_000,
        putAttempts: 4,
        leaseMs: 60_000,
        sweepIntervalMs: 30_000,
        graceMs: 24 * 60 * 60_000,
      },
      shutdownGraceMs: 25_000,
      roles: ['intake', 'inbox', 'upkeep'],
      pendingMigrations: 'run',
      inbox: {
        host: '127.0.0.1',
        port: null,
        url: null,
        databaseConnections: 5,
        hasHeicPreviews: true,
        openIdConnect: null,
      },
      trustedProxies: [],
      retention: [],
      mail: null,
      heartbeatUrl: null,
      metrics: null,
      deliveries: { allowsPrivate: false, secretKeys: [], retentionDays: 30 },
      logLevel: 'info',
    });
  });

  it('reads the roles of a process, and the address for operators', () => {
    const env = { ROLES: 'upkeep, inbox', INBOX_URL: 'https://inbox.example.org/', TRUSTED_PROXIES: '10.0.0.0/8, ::1' };
    expect(readConfig(env)).toMatchObject({
      roles: ['inbox', 'upkeep'],
      inbox: { url: 'https://inbox.example.org' },
      trustedProxies: ['10.0.0.0/8', '::1'],
    });
    expect(readConfig({ INBOX: 'off' }).inbox).toBeNull();
  });

  it.each([
    ['ROLES', 'intake,cook'],
    ['ROLES', 'intake,intake'],
    ['INBOX_URL', 'https://example.org/inbox'],
    ['INBOX_URL', 'inbox.example.org'],
    ['INBOX_DATABASE_CONNECTIONS', '1'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', 'proxy.example.org'],
  ])('rejects %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^.*\n  ${name} `));
  });

  it('reads the socket files of its listeners', () => {
    const [HOST, INBOX_HOST, METRICS_HOST] = ['form', 'inbox', 'metrics'].map((name) => `unix:/run/c/${name}.sock`);
    const env = { HOST, INBOX_HOST, METRICS_HOST, INBOX_URL: 'https://inbox.example.org', TRUSTED_PROXIES: '::1,unix' };
    expect(readConfig({ ...env, METRICS_TOKEN: 'tok_5k' })).toMatchObject({
      host: HOST,
      inbox: { host: INBOX_HOST },
      metrics: { host: METRICS_HOST, token: 'tok_5k' },
      trustedProxies: ['::1', 'unix'],
    });
  });

  it('needs the address of an inbox on a socket file, and that its callers are trusted', () => {
    const faults = configFaults({ HOST: 'unix:/run/form.sock', INBOX_HOST: 'unix:/run/inbox.sock' });
    expect(faults).toEqual([
      'INBOX_URL is missing beside the socket file of INBOX_HOST',
      'TRUSTED_PROXIES must have unix beside a socket file: no client has an address otherwise',
    ]);
    expect(configFaults({ INBOX: 'off', INBOX_HOST: 'unix:/run/inbox.sock' })).toEqual([]);
  });

  it.each([
    ['unix:', 'must have a whole path behind unix:'],
    ['unix:form.sock', 'must have a whole path behind unix:'],
    ['unix:/run/commissions/', 'must have a whole path behind unix:'],
    [`unix:/run/${'é'.repeat(52)}`, 'has a path of more than 107 bytes'],
  ])('rejects HOST=%s', (HOST, fault) => {
    expect(configFaults({ HOST, TRUSTED_PROXIES: 'unix' })).toEqual([expect.stringMatching(`^HOST ${fault}`)]);
    expect(configFaults({ HOST: `unix:/run/${'é'.repeat(51)}`, TRUSTED_PROXIES: 'unix' })).toEqual([]);
  });

  it('needs the rest of an OpenID Connect client, and the address that the provider sends people back to', () => {
    expect(() => readConfig({ OIDC_ISSUER: 'https://id.example.org' })).toThrow(
      /OIDC_CLIENT_ID is missing.*\n.*OIDC_CLIENT_SECRET is missing.*\n.*INBOX_URL is missing/,
    );
  });

  it('rejects a process without a role', () => {
    expect(configFaults({ ROLES: 'inbox', INBOX: 'off' })).toEqual(['INBOX is off, and ROLES names no other role']);
    expect(readConfig({ ROLES: 'inbox,upkeep', INBOX: 'off' }).inbox).toBeNull();
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

  it('uses path style with an endpoint by default, and prefers the endpoint for S3', () => {
    const env = { OBJECT_STORE: 's3', AWS_ENDPOINT_URL: 'http://a:1', AWS_ENDPOINT_URL_S3: 'http://b:2' };
    expect(readConfig(env).objectStore).toMatchObject({ endpoint: 'http://b:2', forcePathStyle: true });
    expect(readConfig({ ...env, S3_FORCE_PATH_STYLE: 'false' }).objectStore).toMatchObject({ forcePathStyle: false });
  });

  it('completes the settings of the back-up store by those of the object store', () => {
    const aws = { AWS_REGION: 'eu-1', AWS_ENDPOINT_URL: 'https://a.example', AWS_SESSION_TOKEN: 'token' };
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ ...aws, ...keys }).backupS3).toEqual({
      region: 'eu-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
      endpoint: 'https://a.example',
      forcePathStyle: true,
    });
    const own = { BACKUP_S3_ACCESS_KEY_ID: 'own', BACKUP_S3_SECRET_ACCESS_KEY: 'of back-ups' };
    const endpoint = { BACKUP_S3_ENDPOINT_URL: 'https://b.example', BACKUP_S3_REGION: 'eu-2' };
    expect(readConfig({ ...aws, ...keys, ...own, ...endpoint }).backupS3).toEqual({
      region: 'eu-2',
      credentials: { accessKeyId: 'own', secretAccessKey: 'of back-ups' },
      endpoint: 'https://b.example',
      forcePathStyle: true,
    });
    expect(configFaults({ BACKUP_S3_ACCESS_KEY_ID: 'own' })).toEqual([
      'BACKUP_S3_SECRET_ACCESS_KEY is missing beside BACKUP_S3_ACCESS_KEY_ID',
    ]);
  });

  it('rejects credentials that no header can carry, without quoting them', () => {
    const faults = configFaults({ AWS_ACCESS_KEY_ID: 'id\n', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 'to ken' });
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SESSION_TOKEN']);
    expect(faults.join()).not.toContain('ken,');
    expect(faults.join()).toContain('must be visible ASCII');
  });

  it('rejects a region that no header can carry', () => {
    expect(configFaults({ AWS_REGION: 'us-east-1\n' })).toEqual([
      expect.stringMatching(/^AWS_REGION must be visible ASCII/),
    ]);
  });

  it('accepts a database URL that names a socket', () => {
    for (const url of ['postgres://user@/name?host=/run/pg', 'postgresql:///name?host=/run/pg']) {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    }
  });

  it('accepts a database URL with several hosts', () => {
    const url = 'postgres://user:secret@a:1,b:2/db?target_session_attrs=read-write';
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    expect(configFaults({ DATABASE_URL: `${url}x` })).toEqual([
      'DATABASE_URL must have any, read-write or primary for target_session_attrs: the service writes',
    ]);
  });

  it('reports every fault at once by the name of its variable', () => {
    const faults = configFaults({
      BUCKET_NAME: '../up',
      PORT: '65536',
      DATABASE_URL: 'mysql://localhost',
      OBJECT_STORE: 's3',
      TIME_LIMITS: 'putMs=60000',
      FAILURE_DETAILS: 'none',
      AWS_ENDPOINT_URL_S3: 'ftp://a',
      S3_FORCE_PATH_STYLE: 'maybe',
      API_REVISION: 'newest',
      MAX_REQUEST_BYTES: '10MB',
      SPOOL_MEMORY_BYTES: '-1',
      DISK_FLOOR_BYTES: '5%',
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
      'FAILURE_DETAILS',
      'MAX_REQUEST_BYTES',
      'DISK_FLOOR_BYTES',
      'SPOOL_MEMORY_BYTES',
      'TIME_LIMITS',
      'LOG_LEVEL',
      'AWS_SECRET_ACCESS_KEY',
    ]);
  });

  it.each(['HEARTBEAT_URL', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3', 'BACKUP_S3_ENDPOINT_URL', 'PUBLIC_URL'])(
    'rejects a password in %s, and does not repeat it',
    (name) => {
      for (const user of ['kuma:hunter2', 'kuma', ':hunter2']) {
        const fault = `${name} must have no user name and no password`;
        expect(configFaults({ [name]: `https://${user}@receiver.example.org/` })).toEqual([fault]);
      }
    },
  );

  it('ignores a variable that it does not know', () => {
    expect(readConfig({ LANG: 'C', NODE_OPTIONS: 'x' })).toEqual(readConfig({}));
  });

  it('reads the members of the time limits, and the last of a repeated one', () => {
    const { timeLimits } = readConfig({ TIME_LIMITS: 'headersMs=1, leaseMs = 5000, putMs=4000,headersMs=2,' });
    expect(timeLimits).toEqual({ ...readConfig({}).timeLimits, headersMs: 2, leaseMs: 5000, putMs: 4000 });
  });

  it.each(['nonsense=1', 'headersMs', '=1', 'toString=1', 'headersMs=1;leaseMs=2', 'headersMs=1=2', 'HEADERSMS=1'])(
    'rejects the time limit %j',
    (text) => {
      const [fault, ...others] = configFaults({ TIME_LIMITS: `drainMs=1,${text}` });
      expect(others).toEqual([]);
      expect(fault).toMatch(/^TIME_LIMITS (entry 2 must be name=number|headersMs must be a whole number)/);
    },
  );

  it('rejects a duration that exceeds a timer after the addition of a margin', () => {
    expect(configFaults({ TIME_LIMITS: 'submissionMs=1073741825,drainMs=0' })).toEqual([
      'TIME_LIMITS submissionMs must be a whole number from 1 to 1073741824',
      'TIME_LIMITS drainMs must be a whole number from 1 to 1073741824',
    ]);
    expect(readConfig({ TIME_LIMITS: 'submissionMs=1073741824' }).timeLimits.submissionMs).toBe(2 ** 30);
  });

  it('rejects an unknown store', () => {
    expect(configFaults({ OBJECT_STORE: 'floppy' })).toEqual([expect.stringMatching(/^OBJECT_STORE /)]);
  });

  it('does not ask for S3 credentials where no S3 is used', () => {
    expect(configFaults({ AWS_ACCESS_KEY_ID: 'id' })).toEqual([]);
  });

  it('requires an upload to end before its lease', () => {
    expect(configFaults({ TIME_LIMITS: 'putMs=60000' })).toEqual(['TIME_LIMITS putMs must be less than leaseMs']);
  });

  it('reads the origins whose pages may send', () => {
    const origins = 'https://example.org, http://localhost:8080';
    expect(readConfig({ CORS_ALLOWED_ORIGINS: origins }).allowedOrigins).toEqual([
      'https://example.org',
      'http://localhost:8080',
    ]);
    expect(readConfig({ CORS_ALLOWED_ORIGINS: '*' }).allowedOrigins).toEqual(['*']);
  });

  it('names the invalid entry of the origins', () => {
    const origins = 'https://a.example,https://b.example/,*,HTTPS://c.example,null,,ftp://d.example';
    expect(configFaults({ CORS_ALLOWED_ORIGINS: origins }).map((fault) => fault.slice(0, 28))).toEqual(
      [2, 3, 4, 5, 6, 7].map((entry) => `CORS_ALLOWED_ORIGINS entry ${entry}`),
    );
  });

  it.each(['https://*.example', 'https://*', '*.example.org'])(
    'rejects the wildcard %j among the origins',
    (origin) => {
      expect(configFaults({ CORS_ALLOWED_ORIGINS: `https://a.example,${origin}` })).toEqual([
        'CORS_ALLOWED_ORIGINS entry 2 has a wildcard: list each origin by itself, or set * alone for all of them',
      ]);
    },
  );

  it.each(['studio', '/studio', 'studio/', '/a b/', '//', '/../', '/a/./'])('rejects the public path %j', (path) => {
    expect(configFaults({ PUBLIC_PATH: path })).toEqual([expect.stringMatching(/^PUBLIC_PATH /)]);
  });

  it.each(['/', '/studio/', '/a/b-2/'])('accepts the public path %j', (path) => {
    expect(readConfig({ PUBLIC_PATH: path }).publicPath).toBe(path);
  });

  it('reports a missing catalogue beside other faults', () => {
    expect(configFaults({ CATALOGUE_FILE: '/nowhere/catalogue.json', PORT: 'x' })).toEqual([
      expect.stringMatching(/^PORT /),
      'CATALOGUE_FILE names a file that does not exist',
    ]);
  });

  it('reads the pictures beside the catalogue', () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    const path = join(folder, 'catalogue.json');
    writeFileSync(join(folder, 'cat.JPG'), 'a cat');
    writeFileSync(path, '{"title":"Studio","image":"cat.JPG"}');
    const { studioFile, pictures } = readConfig({ CATALOGUE_FILE: path });
    expect(studioFile?.studio).not.toHaveProperty('image');
    expect(pictures).toEqual({ image: { mediaType: 'image/jpeg', content: Buffer.from('a cat') }, icon: null });
    writeFileSync(path, '{"icon":"icon.svg"}');
    expect(configFaults({ CATALOGUE_FILE: path })).toEqual(['CATALOGUE_FILE `icon` names a file that does not exist']);
    writeFileSync(path, '{"titel":"Studio","image":"a.png","icon":"icon"}');
    expect(configFaults({ CATALOGUE_FILE: path })).toEqual([
      expect.stringMatching(/^CATALOGUE_FILE `icon` must be the name of a file beside the catalogue/),
      'CATALOGUE_FILE `titel` is no key of a catalogue',
      'CATALOGUE_FILE `image` names a file that does not exist',
    ]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['https://example.org', 'https://example.org/'],
    ['https://Example.org/studio', 'https://example.org/studio/'],
    ['http://127.0.0.1:3000/a/b/', 'http://127.0.0.1:3000/a/b/'],
  ])('reads the public URL %s', (text, url) => {
    expect(readConfig({ PUBLIC_URL: text }).publicUrl).toBe(url);
  });

  it.each(['example.org', '/studio/', 'https://a:b@example.org/', 'https://example.org/?a', 'https://example.org/#a'])(
    'rejects the public URL %s',
    (text) => {
      expect(configFaults({ PUBLIC_URL: text })).toEqual([expect.stringMatching(/^PUBLIC_URL must /)]);
    },
  );

  it.each([
    ['/studio/', 'https://example.org/'],
    ['/studio/', 'https://example.org/other/'],
    ['/studio/', 'https://example.org/mystudio'],
    ['/a/b/', 'https://example.org/b/'],
  ])('rejects the public path %s beside the public URL %s', (path, url) => {
    expect(configFaults({ PUBLIC_PATH: path, PUBLIC_URL: url })).toEqual(['PUBLIC_URL must end with PUBLIC_PATH']);
  });

  it.each([
    ['/studio/', 'https://example.org/studio'],
    ['/studio/', 'https://example.org/site/studio/'],
    ['/', 'https://example.org/studio/'],
  ])('takes the public path %s beside the public URL %s', (path, url) => {
    expect(readConfig({ PUBLIC_PATH: path, PUBLIC_URL: url }).publicPath).toBe(path);
  });

  it('never quotes a value', () => {
    const faults = configFaults({
      DATABASE_URL: 'http://user:hunter2@host',
      OBJECT_STORE: 's3',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toContain('hunter2');
  });

  it.each(['.', '..', 'a/b', 'a b', 'ä', 'a'.repeat(256)])('rejects the bucket name %j', (name) => {
    expect(configFaults({ BUCKET_NAME: name })).toEqual([expect.stringMatching(/^BUCKET_NAME /)]);
  });

  it('rejects more connections than the embedded database has', () => {
    expect(configFaults({ DATABASE_POOL_SIZE: '81' })).toEqual([
      'DATABASE_POOL_SIZE must be at most 80 without DATABASE_URL',
    ]);
    expect(configFaults({ DATABASE_POOL_SIZE: '80' })).toEqual([]);
    expect(configFaults({ DATABASE_POOL_SIZE: '81', DATABASE_URL: 'postgres://db/x' })).toEqual([]);
  });
});
