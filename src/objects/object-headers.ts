const defaultContentType = 'application/octet-stream';
const maxContentTypeLength = 1024;

const headerValue = /^[\t\x20-\x7e]+$/;

/**
 * Returns the Content-Type to store an object with: the media type as sent if a header can carry it (C24). Replaces
 * tabs with spaces, because S3 stores disagree on how to sign a tab.
 */
export function objectContentType(mediaType: string): string {
  if (mediaType.length > maxContentTypeLength || !headerValue.test(mediaType)) return defaultContentType;
  return mediaType.replaceAll('\t', ' ');
}
