import type { ServiceUnderTrial } from '../service/service-under-trial.ts';
import type { Promised } from '../service/verdict.ts';
import type { TrialInbox } from './inbox.ts';
import { multiply } from './many-files.ts';
import { send } from './send.ts';

export interface ZipLoad {
  /** The type of the requests, used as the filter. */
  readonly type: string;
  readonly files: number;
  readonly fileBytes: number;
}

const mebibyte = 1024 * 1024;
const maxGrowthMiB = 96;

/** Reads every part of the archive of a filter to its end. */
export async function zips(service: ServiceUnderTrial, inbox: TrialInbox, load: ZipLoad): Promise<Promised[]> {
  const { type, files, fileBytes } = load;
  const id = await send(service.port, [
    { name: 'large.jpg', type: 'image/jpeg', bytes: Buffer.alloc(fileBytes, 'picture') },
  ]);
  await multiply(service.dataDirectory, id, type, files);
  const { items } = (await (await inbox.get(`requests.zip/parts?type=${type}`)).json()) as {
    items: { part: string }[];
  };
  const beforeMiB = await service.residentMiB();
  const promises: Promised[] = [];
  for (const [index, { part }] of items.entries()) {
    const response = await inbox.get(`requests.zip?type=${type}&part=${part}`);
    const { received, peakMiB, seconds } = await drain(service, response);
    const announced = Number(response.headers.get('content-length'));
    const rate = Math.round(received / mebibyte / seconds);
    const name = `zip ${index + 1} of ${items.length} of ${files} files`;
    console.log(`${name}: ${(received / 1024 ** 3).toFixed(2)} GiB, ${rate} MiB a second`);
    console.log(`resident: ${Math.round(beforeMiB)} MiB before, ${Math.round(peakMiB)} MiB at most`);
    promises.push(
      {
        promise: `${name} is as long as announced and below 4 GiB`,
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
