import type { RequestFile } from '../api/shapes.ts';

const pictureName = /\.(?:jpe?g|jfif|png|webp|gif|avif|hei[cf]s?)$/iu;

/** Whether a preview is worth asking for: there is one, or it is not known yet and the file looks like a picture. */
export function mayHavePreview({ preview, type, name }: Pick<RequestFile, 'preview' | 'type' | 'name'>): boolean {
  return preview ?? (type.startsWith('image/') || pictureName.test(name));
}
