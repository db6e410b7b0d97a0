/** Returns a picture of a request as the API shows it before its preview was attempted. */
export function untriedFile(position: number, name: string) {
  const facts = { preview: null, width: null, height: null, previewProblem: null };
  return { position, name, type: 'image/png', size: 7, sha256: 'ab', ...facts };
}
