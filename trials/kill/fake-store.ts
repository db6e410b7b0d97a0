import { startS3Server } from '../../test/support/s3-server.ts';

// The program of a process: an S3 server in memory that prints its address and ends when its standard input ends.
const { endpoint, region, bucket, credentials, close } = await startS3Server();
console.log(JSON.stringify({ endpoint, region, bucket, credentials }));
process.stdin.resume().on('end', () => void close());
