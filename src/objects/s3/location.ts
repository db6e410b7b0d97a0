/** A location in a bucket, as people write it: `s3://bucket/some/prefix`. */
interface S3Location {
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
}

/** Returns null when the text is a path, not an S3 URL. @throws {Error} when the S3 URL is invalid */
export function readS3Location(text: string): S3Location | null {
  if (!/^s3:/i.test(text)) return null;
  const [, bucket, prefix = ''] = /^s3:\/\/([A-Za-z0-9._-]{1,255})(?:\/(.*))?$/i.exec(text) ?? [];
  const isPlain = /^[A-Za-z0-9!_.*'()/=-]*$/.test(prefix) && !prefix.split('/').some((name) => /^\.{1,2}$/.test(name));
  if (bucket === undefined || !isPlain) {
    throw new Error('a place in a bucket is written s3://bucket/prefix, the prefix of letters, digits and -_.');
  }
  const names = prefix.split('/').filter(Boolean);
  return { bucket, prefix: names.map((name) => `${name}/`).join('') };
}
