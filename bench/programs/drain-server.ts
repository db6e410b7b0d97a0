import { createServer } from 'node:http';

/** The least that a server in Node can do with an upload: every byte is received, none is looked at. */
const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => response.writeHead(201, { 'content-length': 0 }).end());
});

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
