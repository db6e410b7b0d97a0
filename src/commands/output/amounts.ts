const units = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Returns a size for people, such as `12.3 MiB`. */
export function byteText(bytes: number): string {
  if (bytes < 1024) return countText(bytes, 'byte');
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`;
}

/** Returns `1 request` or `2 requests`. The noun must have a regular plural. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns the owner of a file: a request or the studio. @param requestId Null for a picture of the studio */
export function ownerText(requestId: string | null): string {
  return requestId === null ? 'the studio' : `request ${requestId}`;
}

/** Returns a duration for people, such as `3 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 90 * 60 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
