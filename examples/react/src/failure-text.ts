import type { SubmissionFailure } from '@commission-submission-service/client';

export function failureText(failure: SubmissionFailure): string {
  switch (failure.code) {
    case 'invalid':
      return 'Some entries need your attention.';
    case 'too-many-files':
      return 'These are too many files.';
    case 'file-too-large':
      return `The file ${failure.fileName} is too large.`;
    case 'request-too-large':
      return 'All together this is too large.';
    case 'file-unreadable':
      return `The file ${failure.fileName} cannot be read. Please choose it again.`;
    case 'aborted':
      return 'Sending was cancelled. Nothing that you entered is lost.';
    case 'unreachable':
      return 'There is no connection. Send again once there is; your request will not arrive twice.';
    case 'busy':
    case 'server-error':
      return 'The studio cannot take your request now. Send again later; it will not arrive twice.';
    case 'no-room-for-files':
      return 'The studio has no room for files now. Send again later, or send your request without files.';
    case 'blocked':
      return 'This site is not set up to send requests yet. Please write to studio@example.org.';
    case 'key-reused':
    case 'rejected':
      return 'The studio did not take your request.';
  }
}
