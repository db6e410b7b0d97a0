import type { CommissionForm, CommissionPayload } from './shapes.ts';

/** An encoded form. The blob refers to the files and does not copy them. */
export interface MultipartBody {
  readonly blob: Blob;
  readonly contentType: string;
  /** The byte range of each file in the body, in the order of the form. */
  readonly files: readonly FileRange[];
}

export interface FileRange {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

/** Encodes a form as browsers do (RFC 7578). The payload comes first, so that the service can reject it early. */
export function encodeMultipart(
  payload: CommissionPayload,
  files: readonly File[],
  boundary: string,
  form?: CommissionForm,
): MultipartBody {
  const pieces: Blob[] = [];
  const ranges: FileRange[] = [];
  let length = 0;
  const add = (piece: Blob) => {
    pieces.push(piece);
    length += piece.size;
  };
  const open = (headers: string) =>
    add(new Blob([`--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`]));
  const lineEnd = new Blob(['\r\n']);

  open('name="payload"');
  add(new Blob([JSON.stringify(payload)]));
  add(lineEnd);
  if (form !== undefined) {
    open('name="commission-form"');
    add(new Blob([JSON.stringify(form)]));
    add(lineEnd);
  }
  for (const file of files) {
    open(
      `name="files"; filename="${escapeName(file.name)}"\r\nContent-Type: ${file.type || 'application/octet-stream'}`,
    );
    ranges.push({ name: file.name, start: length, size: file.size });
    add(file);
    add(lineEnd);
  }
  add(new Blob([`--${boundary}--\r\n`]));
  return { blob: new Blob(pieces), contentType: `multipart/form-data; boundary=${boundary}`, files: ranges };
}

/** Escapes a file name as the HTML standard's multipart/form-data encoding algorithm does. */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
