import { UnreadableMultipartError } from '../../platform/failure/errors.ts';
import { readParameterized } from './parameters.ts';

const maxBoundaryLength = 70;

/**
 * Returns the boundary of the request's Content-Type (RFC 9110 section 8.3.1, RFC 2046 section 5.1.1). Accepts any
 * printable ASCII, quoted or not, because clients send more than the RFC allows, but no space at the end.
 * @throws {UnreadableMultipartError} when Content-Type is missing, is not multipart/form-data, or does not name exactly
 * one boundary of 1 to 70 characters (C6).
 */
export function readBoundary(contentType: string | undefined): string {
  if (contentType === undefined) throw new UnreadableMultipartError('Content-Type is missing');
  const { head, parameters } = readParameterized(contentType);
  if (head !== 'multipart/form-data') throw new UnreadableMultipartError('Content-Type is not multipart/form-data');
  if (parameters === null) throw new UnreadableMultipartError('the parameters of Content-Type cannot be read');

  const [parameter, second] = parameters.filter(({ name }) => name === 'boundary');
  if (parameter === undefined) throw new UnreadableMultipartError('Content-Type names no boundary');
  if (second !== undefined) throw new UnreadableMultipartError('Content-Type names two boundaries');
  const boundary = parameter.quoted ? parameter.value.replace(/\\(.)/g, '$1') : parameter.value;
  checkBoundary(boundary);
  return boundary;
}

function checkBoundary(boundary: string): void {
  if (boundary === '') throw new UnreadableMultipartError('the boundary is empty');
  if (boundary.length > maxBoundaryLength) {
    throw new UnreadableMultipartError(`the boundary is longer than ${maxBoundaryLength} characters`);
  }
  if (!/^[\x20-\x7e]*[\x21-\x7e]$/.test(boundary)) {
    throw new UnreadableMultipartError('the boundary has a character that no boundary can have');
  }
}

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
