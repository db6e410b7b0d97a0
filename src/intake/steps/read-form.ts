import type { IncomingMessage } from 'node:http';
import type { UploadRoom } from '../../platform/disk/disk-room.ts';
import { ClientGoneError, RequestTimeoutError, RequestTooLargeError } from '../../platform/failure/errors.ts';
import { type Failure, failures } from '../../platform/failure/failure.ts';
import type { Attachment } from '../../platform/objects/attachment.ts';
import { createFormReader } from '../form-data/create-form-reader.ts';
import { readCommissionForm, type SentCommissionForm } from '../submission/commission-form.ts';
import type { Payload, PayloadResult } from '../submission/payload.ts';
import { finalVerdict, firstKnownFailure, irrevocableFailure } from '../submission/verdict.ts';
import { createFormCollector } from './form-collector.ts';
import { type BodyReading, readBody } from './read-body.ts';

interface FormReading extends BodyReading {
  readonly boundary: string;
  readonly room: UploadRoom;
  readPayload(bytes: Uint8Array): PayloadResult;
  /** Whether an id is that of a question that was ever asked. */
  isAsked(id: string): boolean;
}

type FormResult =
  | {
      readonly payload: Payload;
      readonly attachments: readonly Attachment[];
      readonly commissionForm: SentCommissionForm | null;
    }
  | { readonly failure: Failure };

/**
 * Reads the form until its verdict is certain, at most to its end. The attachments live in `spool`. Rejects when the
 * form could not be read and its content has not decided the verdict: UnreadableMultipartError, ClientGoneError, or the
 * spool's disk errors.
 */
export async function readForm(body: IncomingMessage, reading: FormReading): Promise<FormResult> {
  const { boundary, readPayload, spool, room, received } = reading;
  const form = createFormCollector(spool, room, readPayload);
  const isDecided = () => irrevocableFailure(form.facts()) !== null;
  try {
    await readBody(body, createFormReader(boundary, form), isDecided, reading);
    const verdict = finalVerdict(form.facts());
    if ('failure' in verdict) return verdict;
    // Behind every verdict on the form itself: a client that repeats this form later must not learn of that one then.
    if (form.facts().fileCount > 0 && !(await room.hasRoom())) return { failure: failures.noRoomForFiles() };
    await spool.flush();
    const commissionForm = readCommissionForm(form.commissionForm(), reading.isAsked);
    return { payload: verdict.payload, attachments: form.attachments, commissionForm };
  } catch (error) {
    if (error instanceof ClientGoneError) throw error;
    const limit = limitFailure(error);
    // A missing payload may be in the unreadable rest of the form, so no verdict is possible without it.
    const isOpen = limit === null && form.facts().payload === 'unread';
    const failure = isOpen ? null : (firstKnownFailure(form.facts()) ?? limit);
    if (failure) return { failure };
    throw error;
  } finally {
    received.files = form.facts().fileCount;
    received.hasMisnamedFile = form.hasMisnamedFile();
  }
}

function limitFailure(error: unknown): Failure | null {
  if (error instanceof RequestTooLargeError) return failures.requestTooLarge();
  return error instanceof RequestTimeoutError ? failures.requestTimeout() : null;
}
