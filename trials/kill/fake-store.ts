import { startS3Server } from '../../test/support/s3-server.ts';

// A process: an S3 server in memory, which prints how it is reached and ends with its standard input.
const { endpoint, region, bucket, credentials, close } = await startS3Server();
console.log(JSON.stringify({ endpoint, region, bucket, credentials }));
process.stdin.resume().on('end', () => void close());
