import { freePort } from '../../test/support/free-port.ts';
import { readCountOption } from '../service/count-option.ts';
import { type ServiceUnderTrial, withService } from '../service/service-under-trial.ts';
import { conclude, type Promised } from '../service/verdict.ts';
import { type Latencies, percentile, probe } from '../slow-clients/probe.ts';
import { watchDecoder } from './decoder.ts';
import { openInbox, type TrialInbox } from './inbox.ts';
import { multiply } from './many-files.ts';
import { makePictures, type TrialPicture } from './pictures.ts';

const mebibyte = 1024 * 1024;
const probeMs = 10_000;
/** As many as a browser opens. */
const connections = 6;
const rounds = 4;
const largeFileBytes = 10 * mebibyte;
const maxDecoderMiB = 512;
const maxGrowthMiB = 96;

const gibibytes = readCountOption(process.argv.slice(2), 'gibibytes', 4);
const inboxPort = await freePort();
const env = { INBOX: 'on', INBOX_PORT: String(inboxPort), LOG_LEVEL: 'warn' };
await withService({ ...env, LOG_LEVEL: 'info' }, async (service) => {
  const inbox = await openInbox(inboxPort, { ...env, BUCKET_NAME: 'trial', DATA_DIR: service.dataDirectory });
  conclude([...(await previews(service, inbox)), ...(await zips(service, inbox))]);
});

/** Previews of pictures that nobody has looked at yet, while customers submit. */
async function previews(service: ServiceUnderTrial, inbox: TrialInbox): Promise<Promised[]> {
  const pictures = await makePictures();
  const paths: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = await send(service.port, pictures);
    paths.push(...pictures.map((_, position) => `requests/${id}/files/${position}/preview`));
  }
  const quiet = await probe(service.port, probeMs);
  const decoder = watchDecoder(service.pid);
  const probing = probe(service.port, probeMs);
  const startedAt = performance.now();
  const small = await getAll(inbox, paths);
  const seconds = (performance.now() - startedAt) / 1000;
  const large = await getAll(
    inbox,
    paths.map((path) => `${path}?size=large`),
  );
  const largeSeconds = (performance.now() - startedAt) / 1000 - seconds;
  const busy = await probing;
  const peakMiB = await decoder.stop();
  console.log(`${paths.length} small previews: ${(paths.length / seconds).toFixed(1)} a second`);
  console.log(`${paths.length} large previews: ${(paths.length / largeSeconds).toFixed(1)} a second`);
  console.log(`the process that decodes: ${Math.round(peakMiB)} MiB at most`);
  console.log(`a submission waits, p50 and p99: ${times(quiet)} alone, ${times(busy)} while previews are made`);
  return [
    { promise: 'every preview was made', kept: [...small, ...large].every((status) => status === 200) },
    {
      promise: `the process that decodes stayed under ${maxDecoderMiB} MiB`,
      kept: peakMiB > 0 && peakMiB < maxDecoderMiB,
    },
  ];
}

function times(latencies: Latencies): string {
  return `${percentile(latencies, 0.5).toFixed(1)} and ${percentile(latencies, 0.99).toFixed(1)} ms`;
}

async function getAll(inbox: TrialInbox, paths: readonly string[]): Promise<number[]> {
  const waiting = [...paths];
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const response = await inbox.get(path);
        await response.arrayBuffer();
        statuses.push(response.status);
      }
    }),
  );
  return statuses;
}

async function zips(service: ServiceUnderTrial, inbox: TrialInbox): Promise<Promised[]> {
  const bytes = Buffer.alloc(largeFileBytes, 'picture');
  const id = await send(service.port, [{ name: 'large.jpg', type: 'image/jpeg', bytes }]);
  await multiply(service.dataDirectory, id, Math.floor((gibibytes * 1024 * mebibyte) / largeFileBytes));
  const { items } = (await (await inbox.get('requests.zip/parts?type=copies')).json()) as { items: { part: string }[] };
  const beforeMiB = await service.residentMiB();
  const promises: Promised[] = [];
  for (const [index, { part }] of items.entries()) {
    const response = await inbox.get(`requests.zip?type=copies&part=${part}`);
    const { received, peakMiB, seconds } = await drain(service, response);
    const announced = Number(response.headers.get('content-length'));
    const rate = Math.round(received / mebibyte / seconds);
    console.log(`zip ${index + 1} of ${items.length}: ${(received / 1024 ** 3).toFixed(2)} GiB, ${rate} MiB a second`);
    console.log(`resident: ${Math.round(beforeMiB)} MiB before, ${Math.round(peakMiB)} MiB at most`);
    promises.push(
      {
        promise: `zip ${index + 1} is as long as announced and below 4 GiB`,
        kept: received === announced && received < 2 ** 32,
      },
      { promise: `memory grew by less than ${maxGrowthMiB} MiB`, kept: peakMiB - beforeMiB < maxGrowthMiB },
    );
  }
  return promises;
}

async function drain(service: ServiceUnderTrial, response: Response) {
  const startedAt = performance.now();
  let [received, peakMiB, nextLook] = [0, 0, 0];
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    if (received < nextLook) continue;
    peakMiB = Math.max(peakMiB, await service.residentMiB());
    nextLook = received + 16 * mebibyte;
  }
  return { received, peakMiB, seconds: (performance.now() - startedAt) / 1000 };
}

async function send(port: number, pictures: readonly TrialPicture[]): Promise<string> {
  const form = new FormData();
  const payload = { customerName: 'Ada Example', customerEmail: 'ada@example.org', message: 'A portrait of my cat' };
  form.set('payload', JSON.stringify(payload));
  for (const { name, type, bytes } of pictures) form.append('files', new File([bytes], name, { type }));
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/commissions`, { method: 'POST', body: form });
  if (response.status !== 201) throw new Error(`The form was answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}
