import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { projectPath } from '../../bench/paths.ts';

/** A part as busboy reads it. */
export interface PeerPart {
  readonly name: string | undefined;
  readonly isFile: boolean;
  readonly fileName: string | undefined;
  /** In lower case, without parameters. `text/plain` when busboy finds no valid media type. */
  readonly mediaType: string;
  readonly body: Buffer;
}

export interface PeerForm {
  readonly parts: readonly PeerPart[];
  /** The message of busboy's error, or null when busboy read the form to its end. */
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

/** Passes the body in one chunk, because busboy's handling of chunks is not under test. */
export function readWithBusboy(contentType: string, body: Buffer): Promise<PeerForm> {
  return new Promise((resolve) => {
    const parts: PeerPart[] = [];
    const reader = createBusboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      defParamCharset: 'utf8',
      // One character per byte, so that the bytes of a text can be recovered.
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
    // Busboy needs only the current turn of the event loop. With some forms it never finishes.
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
