import type { UploadRoom } from '../../platform/disk/disk-room.ts';
import { RequestTooLargeError } from '../../platform/failure/errors.ts';
import { failures } from '../../platform/failure/failure.ts';
import type { Attachment } from '../../platform/objects/attachment.ts';
import type { PartHeader, PartSink } from '../form-data/form-reader.ts';
import type { RequestSpool, SpooledBytes, SpoolWriter } from '../spool/spool.ts';
import type { DroppedForm } from '../submission/commission-form.ts';
import { maxCommissionFormBytes, maxFileBytes, maxPayloadBytes } from '../submission/limits.ts';
import type { PayloadResult } from '../submission/payload.ts';
import { type FormFacts, firstKnownFailure } from '../submission/verdict.ts';

type ReadPayload = (bytes: Uint8Array) => PayloadResult;

/** Wrong names of attachments, such as PHP's `files[]`. Such parts are dropped (C4). */
const misnamedFiles = /^(?:files?|attachments?)(?:\[\d*\])?$/i;

const commissionFormPart = 'commission-form';

const defaultMediaType = 'application/octet-stream';

/** Creates the form handler that collects the facts for the verdict, and the attachments. */
export function createFormCollector(spool: RequestSpool, room: UploadRoom, readPayload: ReadPayload) {
  /** The attachments in the order of the form. Complete only while the facts contain no failure and there is room. */
  const attachments: Attachment[] = [];
  let payload: FormFacts['payload'] = 'unread';
  let payloadSeen = false;
  let fileCount = 0;
  let firstTooLarge: string | null = null;
  let hasMisnamedFile = false;
  let commissionForm: Buffer | DroppedForm | null = null;

  const facts = () => ({ payload, fileCount, firstTooLarge });
  /** True when the form will be rejected. Its bytes are then no longer kept. */
  const willBeRejected = () => room.isShort || firstKnownFailure(facts()) !== null;

  function part(header: PartHeader): PartSink | null {
    if (header.name === 'payload') return payloadPart(header);
    if (header.name === commissionFormPart) return commissionFormSink(header);
    if (header.fileName === null) return null;
    if (header.name === 'files') return filePart(header.fileName, header.contentType);
    hasMisnamedFile ||= misnamedFiles.test(header.name);
    return null;
  }

  function payloadPart(header: PartHeader): PartSink | null {
    if (payloadSeen) return null;
    payloadSeen = true;
    if (header.fileName === null) return payloadSink();
    payload = { failure: failures.payloadSentAsFile() };
    return null;
  }

  function payloadSink(): PartSink {
    const text = createGrowingBuffer(maxPayloadBytes);
    let bytes = 0;
    return {
      write(chunk) {
        bytes += chunk.length;
        if (bytes > maxPayloadBytes)
          throw new RequestTooLargeError(`The payload part is over ${maxPayloadBytes} bytes`);
        text.append(chunk);
      },
      end() {
        payload = readPayload(text.bytes());
      },
    };
  }

  /** A fault in this part never decides the verdict (C4a). */
  function commissionFormSink({ fileName }: PartHeader): PartSink | null {
    if (commissionForm !== null || fileName !== null) {
      commissionForm = commissionForm === null ? 'sent-as-file' : 'sent-twice';
      return null;
    }
    const text = createGrowingBuffer(maxCommissionFormBytes);
    let bytes = 0;
    return {
      write(chunk) {
        bytes += chunk.length;
        if (bytes <= maxCommissionFormBytes) text.append(chunk);
      },
      end() {
        commissionForm = bytes > maxCommissionFormBytes ? 'too-large' : text.bytes();
      },
    };
  }

  function filePart(fileName: string, contentType: string | null): PartSink {
    let size = 0;
    let writer: SpoolWriter | null = null;
    // An empty name without bytes is an untouched file input, so such a part counts from its first byte on (C5).
    if (fileName !== '') begin();

    function begin() {
      fileCount += 1;
      if (willBeRejected()) void spool.release();
      else writer = spool.begin();
    }

    function write(chunk: Buffer) {
      if (size === 0 && fileName === '') begin();
      size += chunk.length;
      if (size > maxFileBytes) firstTooLarge ??= fileName;
      if (writer) room.take(chunk.length);
      if (!willBeRejected()) return writer?.write(chunk);
      writer = null;
      void spool.release();
    }

    function end() {
      if (writer) attachments.push(attachment(fileName, contentType, writer.end()));
    }

    return { write, end };
  }

  return {
    part,
    attachments,
    facts,
    hasMisnamedFile: () => hasMisnamedFile,
    /** The bytes of the part `commission-form`, or the reason why it was dropped. Null without such a part. */
    commissionForm: () => commissionForm,
  };
}

function attachment(fileName: string, contentType: string | null, bytes: SpooledBytes): Attachment {
  return { fileName, sentType: contentType, mediaType: contentType ?? defaultMediaType, ...bytes };
}

/**
 * Collects chunks into one buffer, whose size doubles: many small chunks cost time linear in their bytes.
 * @param maxBytes Of all chunks together.
 */
export function createGrowingBuffer(maxBytes: number) {
  let buffer = Buffer.alloc(0);
  let length = 0;

  return {
    append(chunk: Buffer): void {
      if (length + chunk.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(Math.max(buffer.length, chunk.length) * 2, maxBytes));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(chunk, length);
      length += chunk.length;
    },
    /** The collected bytes. Valid until the next `append`. */
    bytes: () => buffer.subarray(0, length),
  };
}
