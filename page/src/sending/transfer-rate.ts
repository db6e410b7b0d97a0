interface TransferRate {
  /** Records the bytes sent by a time. 0 bytes start a new measurement. */
  add(sentBytes: number, atMs: number): void;
  /** Returns the rate over the last five seconds, or null until there are enough samples. */
  bytesPerSecond(): number | null;
}

const windowMs = 5000;
const shortestMs = 1000;

export function createTransferRate(): TransferRate {
  let samples: { sentBytes: number; atMs: number }[] = [];

  return {
    add(sentBytes, atMs) {
      const last = samples.at(-1);
      if (last && sentBytes < last.sentBytes) samples = [];
      samples.push({ sentBytes, atMs });
      while (samples.length > 2 && atMs - (samples[1]?.atMs ?? atMs) >= windowMs) samples.shift();
    },
    bytesPerSecond() {
      const [first] = samples;
      const last = samples.at(-1);
      if (!first || !last || last.atMs - first.atMs < shortestMs) return null;
      return ((last.sentBytes - first.sentBytes) * 1000) / (last.atMs - first.atMs);
    },
  };
}
