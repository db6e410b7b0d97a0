/** Pictures, which do nothing when they are opened. */
const passedOn = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'image/heif'];

/** The Content-Type of a download: what the client said where it is one of these, to the letter, and else nothing. */
export function downloadType(sentType: string): string {
  const type = sentType.toLowerCase();
  return passedOn.includes(type) ? type : 'application/octet-stream';
}
