import type { SubmissionFailure } from '../../../client/src/commission-client.ts';
import type { Translator } from '../language/translator-context.ts';

/** Returns one or two sentences about the failure and its remedy. */
export function failureText({ text }: Translator, failure: SubmissionFailure): string {
  switch (failure.code) {
    case 'unreachable':
      return text('failureUnreachable');
    case 'blocked':
      return text('failureBlocked');
    case 'aborted':
      return text('cancelled');
    case 'busy':
      return text('failureBusy');
    case 'no-room-for-files':
      return text('failureNoRoomForFiles');
    case 'server-error':
      return text('failureServer');
    case 'rejected':
    case 'invalid':
      return text('failureRejected', { status: failure.code === 'rejected' ? `HTTP ${failure.status}` : 'HTTP 422' });
    case 'too-many-files':
      return text('failureTooMany');
    case 'file-too-large':
      return text('failureFileTooLarge', { name: failure.fileName });
    case 'request-too-large':
      return text('failureRequestTooLarge');
    case 'file-unreadable':
      return text('failureFileUnreadable', { name: failure.fileName });
    case 'key-reused':
      return text('failureKeyReused');
  }
}
