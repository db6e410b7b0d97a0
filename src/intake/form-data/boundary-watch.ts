import { UnreadableMultipartError } from '../../platform/failure/errors.ts';

const nothing = Buffer.alloc(0);

/**
 * Creates a watch over the bytes before or after the parts, which chunks may split. It throws when they hold the
 * boundary, because the part behind it would be lost: it begins behind a bare LF, a bare CR, a blank or a byte order
 * mark, or after the end of the form (C6).
 * @param dashBoundary `--` and the boundary
 */
export function createBoundaryWatch(dashBoundary: Buffer, part: 'preamble' | 'epilogue') {
  const tailBytes = dashBoundary.length - 1;
  /** The last bytes of the previous chunks, which may be the beginning of a boundary. */
  let tail: Buffer = nothing;

  /** @throws {UnreadableMultipartError} */
  return (chunk: Buffer): void => {
    const joint = Buffer.concat([tail, chunk.subarray(0, tailBytes)]);
    if (joint.includes(dashBoundary) || chunk.includes(dashBoundary)) {
      throw new UnreadableMultipartError(`the ${part} holds the boundary`);
    }
    const last = chunk.length < tailBytes ? joint : chunk;
    tail = Buffer.from(last.subarray(Math.max(0, last.length - tailBytes)));
  };
}
