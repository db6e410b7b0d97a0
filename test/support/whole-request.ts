import { expect } from 'vitest';
import type { DispatchedRequest } from '../../src/deliveries/ledger/delivery.ts';
import type { ExportedRequest } from '../../src/requests/facets/exported-json.ts';

/** Returns a new request with every field, as an export gives it. */
export function exportedRequest(own: Partial<ExportedRequest>): ExportedRequest {
  return {
    id: '0190b2a8-0000-7000-8000-000000000001',
    number: '0000-0001',
    createdAt: '2026-11-22T10:00:00.000Z',
    status: 'NEW',
    version: 1,
    unread: true,
    dueOn: null,
    price: null,
    labels: [],
    publicMessage: null,
    customerName: 'Zoe',
    customerEmail: 'zoe@example.org',
    customerSocials: null,
    message: '',
    typeId: null,
    optionId: null,
    customCardId: null,
    extraIds: [],
    extras: [],
    files: [],
    ipAddress: null,
    userAgent: null,
    language: null,
    studioRevision: null,
    ...own,
  };
}

/** Returns the expected new request, field by field, as the API gives it. */
export function wholeRequest(own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...exportedRequest({}),
    number: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    customerEmail: expect.any(String),
    message: expect.any(String),
    ...own,
  };
}

/** Returns a picture of a request as the API shows it before its preview was attempted. */
export function untriedFile(position: number, name: string) {
  const facts = { preview: null, width: null, height: null, previewProblem: null };
  return { position, name, type: 'image/png', size: 7, sha256: 'ab', ...facts };
}

/** Returns a request as the mails and webhooks are made from it. */
export function dispatchedRequest(own: Partial<DispatchedRequest>): DispatchedRequest {
  return {
    id: '01a1fe7a-408a-736e-9ffb-b913ea8f220a',
    createdAt: new Date('2026-11-22T10:21:00Z'),
    status: 'NEW',
    publicMessage: null,
    customerName: 'Somebody',
    customerEmail: 'somebody@example.org',
    customerSocials: null,
    message: 'A message',
    language: null,
    typeId: null,
    optionId: null,
    customCardId: null,
    extras: [],
    fileNames: [],
    answers: [],
    dueOn: null,
    chosen: null,
    estimate: null,
    ...own,
  };
}
