/** Returns a size for people, rounded down: `512 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}
