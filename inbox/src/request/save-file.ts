import { type ApiFailure, failureOf } from '../api/api-failure.ts';
import type { RequestFile } from '../api/shapes.ts';

/** Why a file was not saved. */
export type SaveFault = 'missing' | 'damaged' | 'unreachable';

/**
 * Fetches a file whole, and only then gives it to the browser to be saved under its name: the service breaks off what is not
 * what the customer sent, and half a picture is not to be taken for one.
 */
export async function saveFile(path: string, { name, size }: RequestFile): Promise<SaveFault | null> {
  const content = await contentOf(path, size);
  if (typeof content === 'string') return content;
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it behind the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return null;
}

async function contentOf(path: string, size: number): Promise<ArrayBuffer | SaveFault> {
  const response = await fetch(path).catch(() => null);
  if (response === null) return 'unreachable';
  if (!response.ok) return faultOf(await failureOf(response));
  const content = await response.arrayBuffer().catch(() => null);
  return content?.byteLength === size ? content : 'damaged';
}

function faultOf({ kind, problem }: ApiFailure): SaveFault {
  if (problem?.type.endsWith(':file-altered')) return 'damaged';
  return kind === 'busy' || kind === 'unreachable' ? 'unreachable' : 'missing';
}
