import { describe, expectTypeOf, it } from 'vitest';
import { createCommissionClient, type Limits, type SubmissionFailure } from '../src/commission-client.ts';

const client = createCommissionClient({ endpoint: 'http://127.0.0.1:1/' });

describe('the types of the client', () => {
  it('ask for the required fields of a payload and no other', () => {
    const submit = (payload: Parameters<typeof client.submit>[0]) => payload;
    submit({ customerName: 'A', customerEmail: 'a@example.org', message: 'Hello' });
    // @ts-expect-error the message is missing
    submit({ customerName: 'A', customerEmail: 'a@example.org' });
    // @ts-expect-error no such field
    submit({ customerName: 'A', customerEmail: 'a@example.org', message: 'Hello', phone: '1' });
  });

  it('keeps a receipt from a failure by `ok`, and failures by their code', () => {
    type SubmitResult = Awaited<ReturnType<typeof client.submit>>;
    expectTypeOf<Extract<SubmitResult, { ok: true }>['value']>().toEqualTypeOf<{
      readonly id: string;
      readonly createdAt: string;
      readonly location: string | null;
    }>();
    expectTypeOf<Extract<SubmissionFailure, { code: 'file-too-large' }>['fileName']>().toEqualTypeOf<string>();
    expectTypeOf<SubmissionFailure['code']>().toEqualTypeOf<
      | 'unreachable'
      | 'aborted'
      | 'blocked'
      | 'busy'
      | 'no-room-for-files'
      | 'server-error'
      | 'rejected'
      | 'invalid'
      | 'too-many-files'
      | 'file-too-large'
      | 'request-too-large'
      | 'file-unreadable'
      | 'key-reused'
    >();
  });

  it('name the limits', () => {
    expectTypeOf<Limits['files']>().toEqualTypeOf<{ readonly maxCount: number; readonly maxBytes: number }>();
    expectTypeOf(client.limits).returns.resolves.toHaveProperty('ok');
  });
});
