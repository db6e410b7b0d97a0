/** A file that changed on disk fails an upload as a lost connection does; only reading it shows that. Null when all can be read. */
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
