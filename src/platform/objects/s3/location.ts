/** A location in a bucket, as people write it: `s3://bucket/some/prefix`. */
interface S3Location {
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
}

/** Also `s3:` without slashes, which never means a folder. */
const anyUrl = /^(?:s3:|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Returns null when the text is a path, not an S3 URL. @throws {Error} when it is another URL, or an invalid one */
export function readS3Location(text: string): S3Location | null {
  if (!anyUrl.test(text)) return null;
  if (!/^s3:/i.test(text)) throw new Error('a target is a folder, or in a bucket, written s3://bucket/prefix');
  const [, bucket, prefix = ''] = /^s3:\/\/([A-Za-z0-9._-]{1,255})(?:\/(.*))?$/i.exec(text) ?? [];
  const isPlain = /^[A-Za-z0-9!_.*'()/=-]*$/.test(prefix) && !prefix.split('/').some((name) => /^\.{1,2}$/.test(name));
  if (bucket === undefined || !isPlain) {
    throw new Error('a target in a bucket is written s3://bucket/prefix, the prefix of letters, digits and -_.');
  }
  const names = prefix.split('/').filter(Boolean);
  return { bucket, prefix: names.map((name) => `${name}/`).join('') };
}
