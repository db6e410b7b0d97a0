import type { Config } from './config.ts';

/** The variables that hold credentials. Each may also come from a file. */
export const secretNames = [
  'DATABASE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
  'HEARTBEAT_URL',
  'SECRETS_KEY',
  'SMTP_URL',
] as const;

/** Returns every credential in the configuration, in each form in which a message could contain it (C27). */
export function secretsOf(config: Config): string[] {
  return [
    ...databaseSecrets(config.databaseUrl),
    ...(config.objectStore.kind === 's3' ? s3Secrets(config.objectStore.credentials) : []),
    ...s3Secrets(config.backupS3.credentials),
    config.inbox?.openIdConnect?.clientSecret ?? '',
    config.metrics?.token ?? '',
    config.heartbeatUrl ?? '',
    ...config.deliveries.secretKeys,
    config.mail?.smtp.credentials?.pass ?? '',
  ];
}

function databaseSecrets(url: string | null): string[] {
  if (url === null) return [];
  // Matches up to the last @, because a password may contain an @ that should have been encoded.
  const password = /^[^:]+:\/\/[^:@/]*:(.*)@/.exec(url)?.[1] ?? '';
  const parameter = /[?&]password=([^&]*)/.exec(url)?.[1] ?? '';
  return [url, ...[password, parameter].flatMap((secret) => [secret, decoded(secret)])];
}

function s3Secrets(credentials: Config['backupS3']['credentials']): string[] {
  if (credentials === null) return [];
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return [accessKeyId, secretAccessKey, sessionToken ?? ''];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
