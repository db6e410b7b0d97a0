/**
 * Resolves with the name of the first file that cannot be read, or null. An upload of a file that changed on disk
 * fails as with a lost connection. Only an attempt to read the file distinguishes the two.
 */
export async function findUnreadable(files: readonly File[]): Promise<string | null> {
  for (const file of files) {
    const isReadable = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!isReadable) return file.name;
  }
  return null;
}
