import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const bucket = process.env.BUCKET_NAME;

const client = new S3Client({
  endpoint: process.env.AWS_ENDPOINT_URL_S3,
  forcePathStyle: true,
  // With the defaults, stores other than AWS's reject or corrupt uploads, and larger uploads wait for a `100 Continue`.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  expectContinueHeader: false,
});

export async function putFile({ key, bytes, type }) {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: type }));
}

export async function deleteFile({ key }) {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}
