/**
 * Buffers that spooled bytes are read back into. They are used again, since V8 marks its whole heap each time that so
 * much memory outside of it has come and gone.
 */
export interface ReadBuffers {
  take(): Buffer;
  /** Another reading may fill it from now on. */
  giveBack(buffer: Buffer): void;
}

const bufferBytes = 256 * 1024;
/** What more readings at once need is garbage afterwards, and holds no memory while few are under way. */
const mostKept = 8;

export function createReadBuffers(): ReadBuffers {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes),
    giveBack(buffer) {
      if (free.length < mostKept) free.push(buffer);
    },
  };
}
