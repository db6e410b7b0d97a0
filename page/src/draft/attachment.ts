/** An attached file. `id` distinguishes files of the same name. */
export interface Attachment {
  readonly id: string;
  readonly file: File;
}

export interface AttachmentLimits {
  readonly maxCount: number;
  /** Maximum bytes of one file. */
  readonly maxBytes: number;
  /** Maximum bytes of the whole HTTP request. */
  readonly maxRequestBytes: number;
}

/** Files that were not attached, and the reason. */
export type Rejection =
  | { readonly code: 'tooLarge'; readonly file: File }
  | { readonly code: 'tooMany' | 'totalTooLarge'; readonly files: readonly File[] }
  | { readonly code: 'folder'; readonly names: readonly string[] };

/** Bytes reserved for the payload and the multipart encoding. */
const formBytes = 1.5 * 1024 * 1024;

/** Accepts files in order until a limit is reached, and returns the accepted files and the rejections. */
export function acceptFiles(
  present: readonly Attachment[],
  files: readonly File[],
  { maxCount, maxBytes, maxRequestBytes }: AttachmentLimits,
): { accepted: File[]; rejections: Rejection[] } {
  const accepted: File[] = [];
  const tooMany: File[] = [];
  const overTotal: File[] = [];
  const rejections: Rejection[] = [];
  let total = present.reduce((sum, { file }) => sum + file.size, 0);
  for (const file of files) {
    if (file.size > maxBytes) rejections.push({ code: 'tooLarge', file });
    else if (present.length + accepted.length >= maxCount) tooMany.push(file);
    else if (total + file.size + formBytes > maxRequestBytes) overTotal.push(file);
    else {
      accepted.push(file);
      total += file.size;
    }
  }
  if (tooMany.length > 0) rejections.push({ code: 'tooMany', files: tooMany });
  if (overTotal.length > 0) rejections.push({ code: 'totalTooLarge', files: overTotal });
  return { accepted, rejections };
}

/** Returns true when an attachment before `index` has the same name, size and type. */
export function isDuplicate(attachments: readonly Attachment[], index: number): boolean {
  const file = attachments[index]?.file;
  return attachments
    .slice(0, index)
    .some((one) => one.file.name === file?.name && one.file.size === file.size && one.file.type === file.type);
}

/** Returns the attachments with the attachment at `from` moved to `to`. */
export function moved(attachments: readonly Attachment[], from: number, to: number): Attachment[] {
  const rest = attachments.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...attachments.slice(from, from + 1), ...rest.slice(to)];
}
