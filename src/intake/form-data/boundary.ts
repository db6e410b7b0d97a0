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
