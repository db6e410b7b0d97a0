import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { isConnectionLost } from './s3-error.ts';

export interface S3ConnectionOptions {
  readonly region: string;
  /** Absent: the AWS tools' own chain (environment, shared files, instance role). */
  readonly credentials?: S3Credentials | undefined;
  /** Absent: AWS, by the region. */
  readonly endpoint?: string | undefined;
  /** The bucket in the path, not in the host name. */
  readonly forcePathStyle: boolean;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The SDK's client over connections that are kept open. */
export interface S3Connection {
  readonly client: S3Client;
  /**
   * Runs `attempt`, and once more when its connection broke before any answer: the store may have closed it while
   * it was idle. So `attempt` may be carried out twice.
   */
  onLiveConnection<T>(attempt: () => Promise<T>): Promise<T>;
  destroy(): void;
}

const connectionTimeoutMs = 3000;
const requestTimeoutMs = 60_000;
const socketTimeoutMs = 10_000;
const maxSockets = 64;
/** What the SDK would print of a failure stands in the error that the caller gets. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function connectS3(options: S3ConnectionOptions): S3Connection {
  const httpAgent = new HttpAgent({ keepAlive: true, maxSockets });
  const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets });
  const client = new S3Client(clientConfig(options, httpAgent, httpsAgent));
  return {
    client,
    async onLiveConnection(attempt) {
      try {
        return await attempt();
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        dropIdleSockets(httpAgent);
        dropIdleSockets(httpsAgent);
        return attempt();
      }
    },
    destroy: () => client.destroy(),
  };
}

function clientConfig(options: S3ConnectionOptions, httpAgent: HttpAgent, httpsAgent: HttpsAgent): S3ClientConfig {
  const { region, credentials, endpoint, forcePathStyle } = options;
  return {
    region,
    forcePathStyle,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint }),
    // Stores other than AWS refuse or store the framing of the SDK's own checksums; ours is signed with the request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Would open a new connection for each larger body.
    expectContinueHeader: false,
    // The SDK cannot repeat a stream.
    maxAttempts: 1,
    logger: silent,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: socketTimeoutMs,
      httpAgent,
      httpsAgent,
      logger: silent,
    }),
  };
}

/** Where one idle connection was dead its neighbours may be, too. */
function dropIdleSockets(agent: HttpAgent): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of [...(sockets ?? [])]) socket.destroy();
  }
}
