import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createS3Signer } from '../../src/platform/objects/s3/signed-request.ts';
import type { Form } from '../form.ts';
import type { LoadJob } from '../load-job.ts';
import { serveJobs, timeJob } from './serve-jobs.ts';

interface ReadyPut {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

const env = process.env as Readonly<Record<string, string>>;
const endpoint = new URL(env.AWS_ENDPOINT_URL_S3 ?? '');
const { sign } = createS3Signer({
  bucket: env.BUCKET_NAME ?? '',
  region: env.AWS_REGION ?? '',
  endpoint: endpoint.href,
  forcePathStyle: true,
});
const credentials = {
  accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
};

/**
 * The minimal work of a Node client for attachments: it sends bytes from memory to the store. Digest and signature are
 * computed beforehand.
 */
serveJobs(async (job: LoadJob) => {
  const agent = new Agent({ keepAlive: true, maxSockets: job.concurrency });
  const contents = new Map(job.forms.map(({ fileBytes }) => [fileBytes, readyPut(randomBytes(fileBytes))]));
  try {
    return await timeJob(job, async (next, onDone) => {
      for (let index = next(); index !== null; index = next()) {
        const { fileCount, fileBytes } = job.forms[index % job.forms.length] as Form;
        const startedAt = performance.now();
        for (let file = 0; file < fileCount; file++) await put(agent, contents.get(fileBytes) as ReadyPut);
        onDone(performance.now() - startedAt);
      }
    });
  } finally {
    agent.destroy();
  }
});

function readyPut(content: Buffer): ReadyPut {
  const headers = { 'content-length': String(content.length) };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const unsigned = { method: 'PUT', key: `bench/${content.length}`, headers, sha256 };
  return { content, ...sign(unsigned, credentials, new Date()) };
}

async function put(agent: Agent, { path, headers, content }: ReadyPut): Promise<void> {
  const { hostname, port } = endpoint;
  const outgoing = request({ agent, hostname, port, method: 'PUT', path, headers });
  outgoing.end(content);
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`The store responded with ${response.statusCode} to ${path}`);
}
