import { randomBytes } from 'node:crypto';
import type { Form } from './form.ts';
import { sampleAnswers } from './sample-studio.ts';

/** A form as sent over the wire, in pieces that are sent one after another. */
export interface SubmissionBody {
  readonly contentType: string;
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
}

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW9';

/** A complete payload, without extras. */
export const samplePayload = {
  typeId: 'illustration',
  optionId: 'full-body',
  extraIds: [],
  customerName: 'Ada Example',
  customerEmail: 'ada@example.org',
  customerSocials: '@ada.example',
  message: 'A portrait of my cat in the style of the attached pictures, please. '.repeat(8),
};

/** All files of a form are the same random bytes, so that a body of 100 MiB needs a tenth of that memory. */
export function createSubmissionBody({ fileCount, fileBytes, hasAnswers }: Form): SubmissionBody {
  const content = randomBytes(fileBytes);
  const pieces: Buffer[] = [
    Buffer.from(`--${boundary}\r\n${disposition('payload')}\r\n\r\n${JSON.stringify(samplePayload)}`),
  ];
  if (hasAnswers)
    pieces.push(Buffer.from(`\r\n--${boundary}\r\n${disposition('commission-form')}\r\n\r\n${sampleAnswers}`));
  for (let index = 1; index <= fileCount; index++) pieces.push(fileHeader(`reference-${index}.png`), content);
  pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    pieces,
    bytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
  };
}

function fileHeader(fileName: string): Buffer {
  const headers = `${disposition('files')}; filename="${fileName}"\r\nContent-Type: image/png`;
  return Buffer.from(`\r\n--${boundary}\r\n${headers}\r\n\r\n`);
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${name}"`;
}
