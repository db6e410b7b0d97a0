import { programPath } from './paths.ts';
import { startServer } from './server-process.ts';

/** The store to which the contestants upload the attachments. */
export interface BenchObjectStore {
  /** The service's variables for the store. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Opens the store that `BENCH_S3_ENDPOINT` and the related variables name, or else a sink that verifies every object
 * and discards it.
 */
export async function openObjectStore(workingDirectory: string): Promise<BenchObjectStore> {
  const { BENCH_S3_ENDPOINT: endpoint } = process.env;
  if (endpoint) return { env: storeEnv(endpoint), stop: async () => {} };
  const sink = await startServer({
    command: [process.execPath, programPath('programs/s3-sink.js')],
    workingDirectory,
    env: {},
  });
  return { env: storeEnv(`http://127.0.0.1:${sink.port}`), stop: sink.stop };
}

function storeEnv(endpoint: string): Record<string, string> {
  return {
    OBJECT_STORE: 's3',
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: process.env.BENCH_S3_REGION ?? 'us-east-1',
    AWS_ACCESS_KEY_ID: process.env.BENCH_S3_ACCESS_KEY_ID ?? 'bench',
    AWS_SECRET_ACCESS_KEY: process.env.BENCH_S3_SECRET_ACCESS_KEY ?? 'benchmark',
    BUCKET_NAME: process.env.BENCH_S3_BUCKET ?? 'attachments',
  };
}
