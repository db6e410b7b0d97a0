import { describe, expect, it } from 'vitest';
import { readS3Location } from './location.ts';

describe('a location in a bucket', () => {
  it.each([
    ['s3://backups', { bucket: 'backups', prefix: '' }],
    ['s3://backups/', { bucket: 'backups', prefix: '' }],
    ['s3://backups/a/b', { bucket: 'backups', prefix: 'a/b/' }],
    ['S3://backups/a//b/', { bucket: 'backups', prefix: 'a/b/' }],
    ['/backup/s3', null],
    ['s3', null],
    ['ftp:/x', null],
    ['./ftp://x', null],
    ['C:\\backups', null],
  ])('is read from %s', (text, location) => {
    expect(readS3Location(text)).toEqual(location);
  });

  it.each([
    's3:',
    's3://',
    's3:///a',
    's3://b ucket',
    's3://bucket/../a',
    's3://bucket/a?b',
    's3://bucket/ä',
    's3:bucket',
    'ftp://x',
    'FILE:///backup',
    's3a://bucket/a',
    'git+ssh://bucket/a',
  ])('is refused without a valid bucket or prefix: %s', (text) => {
    expect(() => readS3Location(text)).toThrow('s3://bucket/prefix');
  });
});
