import { filePart, payloadPart, postParts } from '../../../test/support/form.ts';
import type { TrialInbox } from '../../service/inbox.ts';
import type { ServiceUnderTrial } from '../../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { readWatched } from '../read-watched.ts';
import { multiply } from './many-files.ts';

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
  const parts = [payloadPart(), filePart('large.jpg', Buffer.alloc(fileBytes, 'picture'), 'image/jpeg')];
  const { body } = await postParts(`http://127.0.0.1:${service.port}/api/v1/commissions`, parts);
  await multiply(service, String(body.id), type, files);
  const { items } = (await (await inbox.get(`requests.zip/parts?type=${type}`)).json()) as {
    items: { part: string }[];
  };
  const promises: Promised[] = [];
  for (const [index, { part }] of items.entries()) {
    const name = `zip ${index + 1} of ${items.length} of ${files} files`;
    const read = await readWatched(service, () => inbox.get(`requests.zip?type=${type}&part=${part}`));
    const { bytes, seconds, beforeMiB, peakMiB } = read;
    console.log(`${name}: ${Math.round(bytes / mebibyte / seconds)} MiB a second`);
    const announced = Number(read.headers.get('content-length'));
    promises.push(
      { promise: `${name} is as long as announced`, kept: bytes === announced },
      staysUnder(`its length`, bytes / 1024 ** 3, 4, 'GiB'),
      staysUnder(`growth meanwhile`, peakMiB - beforeMiB, maxGrowthMiB),
    );
  }
  return promises;
}
