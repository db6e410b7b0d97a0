import { Archive, File, FileAudio, FileText, FileVideo, type IconNode, ImageOff, Type } from 'lucide';
import type { RequestFile } from '../api/shapes.ts';

const kinds: readonly (readonly [endings: RegExp, icon: IconNode])[] = [
  [/\.(?:jpe?g|jfif|png|webp|gif|avif|hei[cf]s?|bmp|tiff?)$/iu, ImageOff],
  [/\.(?:mp4|m4v|mov|webm|mkv|avi)$/iu, FileVideo],
  [/\.(?:mp3|m4a|wav|flac|ogg|opus|aac)$/iu, FileAudio],
  [/\.(?:pdf|txt|md|rtf|docx?|odt|pages)$/iu, FileText],
  [/\.(?:zip|7z|rar|tar|gz|tgz)$/iu, Archive],
  [/\.(?:ttf|otf|woff2?)$/iu, Type],
];

/** Returns the icon of a file without a preview, by its name. A picture without one is broken or too large. */
export function iconOf({ name }: Pick<RequestFile, 'name'>): IconNode {
  return kinds.find(([endings]) => endings.test(name))?.[1] ?? File;
}
