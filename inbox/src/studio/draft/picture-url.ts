/** Returns where the inbox has a picture of the studio, small. */
export const pictureUrl = (sha256: string): string => `/pictures/${sha256}-640.webp`;
