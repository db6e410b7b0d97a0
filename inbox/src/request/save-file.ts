import { type ApiFailure, failureOf } from '../api/api-failure.ts';
import { isSignedOut } from '../api/call.ts';
import type { RequestFile } from '../api/shapes.ts';

/** Why a file could not be saved. */
type SaveFault = 'missing' | 'damaged' | 'unreachable';

export const saveFaultTexts = {
  missing: 'fileMissing',
  damaged: 'fileDamaged',
  unreachable: 'fileUnreachable',
} as const satisfies Record<SaveFault, string>;

/** Fetches a whole file before the browser saves it under its name: see `wholeFile`. */
export async function saveFile(
  path: string,
  file: RequestFile,
  signInAgain: () => Promise<void>,
): Promise<SaveFault | null> {
  const content = await wholeFile(path, file, signInAgain);
  if (typeof content === 'string') return content;
  saveContent(file.name, content);
  return null;
}

export function saveContent(name: string, content: ArrayBuffer | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * The service aborts the response when the stored bytes differ from the customer's file, and a partial picture must not
 * be saved.
 *
 * @param signInAgain Called when the session has ended. Resolves when the person is signed in again. The file is then
 * fetched again.
 */
export async function wholeFile(
  path: string,
  { size }: RequestFile,
  signInAgain: () => Promise<void>,
): Promise<ArrayBuffer | SaveFault> {
  for (;;) {
    const response = await fetch(path).catch(() => null);
    if (response === null) return 'unreachable';
    if (response.ok) return wholeOf(response, size);
    const failure = await failureOf(response);
    if (!isSignedOut(failure)) return faultOf(failure);
    await signInAgain();
  }
}

async function wholeOf(response: Response, size: number): Promise<ArrayBuffer | SaveFault> {
  const content = await response.arrayBuffer().catch(() => null);
  return content?.byteLength === size ? content : 'damaged';
}

function faultOf({ kind, problem }: ApiFailure): SaveFault {
  if (problem?.type.endsWith(':file-altered')) return 'damaged';
  return kind === 'busy' || kind === 'unreachable' ? 'unreachable' : 'missing';
}
