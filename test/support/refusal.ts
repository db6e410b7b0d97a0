import { expect } from 'vitest';
import { filePart, payloadPart, postParts } from './form.ts';
import type { TestService } from './service.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends a request that the service must reject and returns the response. Expects that no trace of the request remains in
 * the stores and that the next customer is served.
 */
export async function refuse(service: TestService, send: () => Promise<Answer>): Promise<Answer> {
  const before = await service.stored();
  const { status, body } = await send();
  expect(await service.stored()).toEqual(before);
  const next = await postParts(service.endpoint, [payloadPart(), filePart('next.png', 'next')]);
  expect(next.status).toBe(201);
  return { status, body };
}
