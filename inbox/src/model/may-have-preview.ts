import type { RequestFile } from '../api/shapes.ts';

const pictureName = /\.(?:jpe?g|jfif|png|webp|gif|avif|hei[cf]s?)$/iu;

/** Returns true for a name that only pictures have. */
export const isPictureName = (name: string): boolean => pictureName.test(name);

const otherPictureName = /\.(?:tiff?|bmp|psd|psb|svg|jxl|jp2|dng|cr[23]|nef|arw|clip|kra|xcf|afphoto|procreate)$/iu;

/** Returns true for a name of a picture in a format of which the service makes no preview. */
export const isOtherPictureName = (name: string): boolean => otherPictureName.test(name);

/** Returns true when the file has a preview, or when that is unknown and type or name are a picture's. */
export function mayHavePreview({ preview, type, name }: Pick<RequestFile, 'preview' | 'type' | 'name'>): boolean {
  return preview ?? (type.startsWith('image/') || isPictureName(name));
}
