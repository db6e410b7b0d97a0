/** For what has a hash of its content in its address. */
export const forever = 'public, max-age=31536000, immutable';
