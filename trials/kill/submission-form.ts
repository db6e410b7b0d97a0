import { createHash, randomBytes } from 'node:crypto';
import type { SubmissionBody } from '../../bench/submission-body.ts';
import type { Random } from '../random.ts';
import type { SentFile } from './ledger.ts';

export interface SubmissionForm {
  readonly tag: string;
  readonly files: readonly SentFile[];
  readonly body: SubmissionBody;
}

const boundary = 'kill-trial-3f8a1c';
const fileCounts = [0, 0, 1, 1, 1, 2, 3, 3, 3, 10];
const maxSmallBytes = 16 * 1024;
const largeBytes = 1024 * 1024;
/** One file in this many is large. */
const largeEvery = 40;

/** Creates a form of up to ten files, with bytes that no other form has. */
export function createSubmissionForm(number: number, random: Random): SubmissionForm {
  const count = random.pick(fileCounts);
  const tag = `trial-${number}-files-${count}`;
  const contents = Array.from({ length: count }, () => randomBytes(fileBytes(random)));
  const nameOf = (index: number) => `${index + 1}-of-${count}.png`;
  const payload = { customerName: 'Ada Example', customerEmail: 'ada@example.org', message: tag };
  const pieces: Buffer[] = [
    Buffer.from(`--${boundary}\r\n${disposition('payload')}\r\n\r\n${JSON.stringify(payload)}`),
  ];
  for (const [index, content] of contents.entries()) pieces.push(fileHeader(nameOf(index)), content);
  pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`));
  return {
    tag,
    files: contents.map((content, index) => ({
      name: nameOf(index),
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
    body: {
      contentType: `multipart/form-data; boundary=${boundary}`,
      pieces,
      bytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
    },
  };
}

function fileBytes(random: Random): number {
  return random.below(largeEvery) === 0 ? largeBytes : random.below(maxSmallBytes);
}

function fileHeader(name: string): Buffer {
  return Buffer.from(
    `\r\n--${boundary}\r\n${disposition('files')}; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
  );
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${name}"`;
}
