import { createServer } from 'node:http';

/** The program that stands in for S3: takes every object, keeps none, checks nothing. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const isPut = request.method === 'PUT';
    response.writeHead(isPut ? 200 : 204, { etag: '"00000000000000000000000000000000"' }).end();
  });
});

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
