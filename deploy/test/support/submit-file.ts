import { waitLimitMs } from '../../../test/support/wait-limit.ts';
import { type ProgramByNpx, startByNpx } from './program-by-npx.ts';

/** Waits until the service is ready, and resolves with the status of its response to a request with a file. */
async function submitFile({ address, output }: Pick<ProgramByNpx, 'address' | 'output'>): Promise<number> {
  const endAt = Date.now() + 2 * waitLimitMs;
  while ((await statusOf(`${address}/readyz`)) !== 200) {
    if (Date.now() > endAt) throw new Error(`The service is not ready: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const form = new FormData();
  form.set('payload', JSON.stringify({ customerName: 'Zoë', customerEmail: 'zoe@example.org', message: 'Two cats' }));
  form.set('files', new File(['a picture'], 'cat.png', { type: 'image/png' }));
  return (await fetch(`${address}/api/v1/commissions`, { method: 'POST', body: form })).status;
}

async function statusOf(url: string): Promise<number | null> {
  return fetch(url).then(
    ({ status }) => status,
    () => null,
  );
}

/**
 * Starts a tarball by npx, and sends a request with a file. Resolves with the status of the response, and the output of npx
 * and the program.
 * @param path The folders of Node.js and npm, before those of this machine.
 */
export async function submitByNpx(tarball: string, path = '') {
  const service = await startByNpx(tarball, path);
  try {
    return { status: await submitFile(service), output: service.output() };
  } finally {
    await service.remove();
  }
}
