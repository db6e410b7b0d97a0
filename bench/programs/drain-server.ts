import { createServer } from 'node:http';

/** The minimal work of a Node server for an upload: it receives every byte and does not parse it. */
const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => response.writeHead(201, { 'content-length': 0 }).end());
});

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
