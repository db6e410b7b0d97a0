import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { projectPath } from '../../bench/paths.ts';

/** A part as busboy reads it. */
export interface PeerPart {
  readonly name: string | undefined;
  readonly isFile: boolean;
  readonly fileName: string | undefined;
  /** Without parameters, in lower case; `text/plain` when the part has none that it understands. */
  readonly mediaType: string;
  readonly body: Buffer;
}

export interface PeerForm {
  readonly parts: readonly PeerPart[];
  /** The message of its error; null when it read the form to its end. */
  readonly failure: string | null;
}

interface Busboy {
  on(event: 'file', listener: (name: string | undefined, content: Readable, info: FileInfo) => void): this;
  on(event: 'field', listener: (name: string | undefined, value: string | undefined, info: FieldInfo) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'close', listener: () => void): this;
  end(body: Buffer): void;
  destroy(): void;
}

interface FieldInfo {
  readonly mimeType: string;
}

interface FileInfo extends FieldInfo {
  readonly filename: string | undefined;
}

type CreateBusboy = (options: object) => Busboy;

const createBusboy = createRequire(projectPath('trials/package.json'))('busboy') as CreateBusboy;
const bufferedBytes = 1024 * 1024;

/** The body in one piece: how it takes cuts is not what is asked here. */
export function readWithBusboy(contentType: string, body: Buffer): Promise<PeerForm> {
  return new Promise((resolve) => {
    const parts: PeerPart[] = [];
    const reader = createBusboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      defParamCharset: 'utf8',
      // One character a byte, so that the bytes of a text can be had back.
      defCharset: 'latin1',
      fileHwm: bufferedBytes,
      limits: { fieldSize: Number.POSITIVE_INFINITY },
    });
    reader.on('field', (name, value, { mimeType }) => {
      const field = { name, isFile: false, fileName: undefined, mediaType: mimeType };
      parts.push({ ...field, body: Buffer.from(value ?? '', 'latin1') });
    });
    reader.on('file', (name, content, { filename, mimeType }) => {
      const index =
        parts.push({ name, isFile: true, fileName: filename, mediaType: mimeType, body: Buffer.alloc(0) }) - 1;
      const pieces: Buffer[] = [];
      content.on('error', () => {});
      content.on('data', (piece: Buffer) => pieces.push(piece));
      content.on('end', () => {
        parts[index] = { ...(parts[index] as PeerPart), body: Buffer.concat(pieces) };
      });
    });
    // It needs no more than the current turn of the event loop, and in some forms it waits for ever.
    const turnOver = setImmediate(() => settle('It does not end'));

    function settle(failure: string | null): void {
      clearImmediate(turnOver);
      resolve({ parts, failure });
    }

    reader.on('error', (error) => {
      settle(error.message);
      reader.destroy();
    });
    reader.on('close', () => settle(null));
    reader.end(body);
  });
}
