import { expect } from 'vitest';
import type { TestService } from '../../../test/support/service.ts';
import { fileRows, type RequestRow, readObject, requestRow } from '../../../test/support/stored-submission.ts';

/** Expects that the service has one request with these columns, with this one file and an identical object. */
export async function expectStored(
  service: TestService,
  id: unknown,
  request: Partial<RequestRow>,
  file: { readonly name: string; readonly bytes: Buffer },
): Promise<void> {
  expect(await requestRow(service, id)).toMatchObject({ status: 'NEW', ...request });
  const rows = await fileRows(service, id);
  expect(rows.map(({ original_file }) => original_file)).toEqual([file.name]);
  for (const { file_key } of rows) {
    // For large files, vitest's comparison takes seconds.
    expect((await readObject(service, file_key))?.bytes.equals(file.bytes)).toBe(true);
  }
  expect(await service.stored()).toMatchObject({ requests: 1, files: 1, intents: 0 });
}
