import type { S3Server } from './s3-server.ts';

type S3Address = Pick<S3Server, 'endpoint' | 'region' | 'bucket' | 'credentials'>;

/**
 * Returns the variables that make the service use this object store. Each PUT is tried once, so that one fault causes
 * one failure.
 */
export function s3Environment({ endpoint, region, bucket, credentials }: S3Address): Record<string, string> {
  return {
    OBJECT_STORE: 's3',
    TIME_LIMITS: 'putAttempts=1',
    BUCKET_NAME: bucket,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
