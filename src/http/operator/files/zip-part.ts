/** A part of an export, as `requests.zip/parts` lists it. */
export interface NumberedPart {
  readonly newestId: string;
  readonly oldestId: string;
  /** Starts at 1. */
  readonly number: number;
  readonly count: number;
}

const pattern = /^(\d{1,9})-(\d{1,9})_([0-9a-f-]{36})_([0-9a-f-]{36})$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function encodeZipPart({ newestId, oldestId, number, count }: NumberedPart): string {
  return `${number}-${count}_${newestId}_${oldestId}`;
}

/** Returns null when the text is not a part. */
export function decodeZipPart(text: string): NumberedPart | null {
  const [, number, count, newestId = '', oldestId = ''] = pattern.exec(text) ?? [];
  if (!uuid.test(newestId) || !uuid.test(oldestId)) return null;
  return { newestId, oldestId, number: Number(number), count: Number(count) };
}
