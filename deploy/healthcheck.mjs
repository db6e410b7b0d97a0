// Exit code 0 while every listener of this container's service responds, else 1. Used instead of curl, which images may lack.
import { request } from 'node:http';

const variable = (name, fallback) => process.env[name] || fallback;

const roles = variable('ROLES', 'intake,inbox,upkeep')
  .split(',')
  .map((role) => role.trim());
const listeners = [];
if (roles.includes('intake')) {
  listeners.push(listener('HOST', 'PORT', '3000', `${variable('PUBLIC_PATH', '/')}healthz`));
}
if (roles.includes('inbox') && variable('INBOX', 'on') === 'on') {
  listeners.push(listener('INBOX_HOST', 'INBOX_PORT', '3001', '/healthz'));
}
if (variable('METRICS_PORT', '0') !== '0' || variable('METRICS_HOST', '').startsWith('unix:')) {
  listeners.push(listener('METRICS_HOST', 'METRICS_PORT', '0', '/healthz'));
}

for (const { name, ...options } of listeners) check(name, options);

function check(name, options) {
  request({ ...options, headers: { host: 'localhost' }, signal: AbortSignal.timeout(5000), agent: false })
    .on('error', ({ code, cause }) => fail(`${name} does not respond: ${cause?.name ?? code}`))
    .on('response', (response) => {
      if (response.statusCode !== 200) fail(`${name} responds ${response.statusCode}`);
      response.destroy();
    })
    .end();
}

// HOST may be an address, or unix: and the path of a socket file.
function listener(hostVariable, portVariable, defaultPort, path) {
  const given = variable(hostVariable, '127.0.0.1');
  if (given.startsWith('unix:')) return { name: given, socketPath: given.slice('unix:'.length), path };
  const host = given === '0.0.0.0' || given === '::' ? '127.0.0.1' : given;
  const port = variable(portVariable, defaultPort);
  return { name: `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`, host, port, path };
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
