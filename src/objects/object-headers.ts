const defaultContentType = 'application/octet-stream';
const maxContentTypeLength = 1024;

const headerValue = /^[\t\x20-\x7e]+$/;

/**
 * The Content-Type an object is stored with: the media type as sent where a header can carry it (C24), with spaces for
 * tabs, for S3 stores differ in how a tab is signed.
 */
export function objectContentType(mediaType: string): string {
  if (mediaType.length > maxContentTypeLength || !headerValue.test(mediaType)) return defaultContentType;
  return mediaType.replaceAll('\t', ' ');
}
