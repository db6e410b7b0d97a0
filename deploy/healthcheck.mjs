// Exit code 0 while every listener of this container's service responds, else 1. Used instead of curl, which images may lack.
const variable = (name, fallback) => process.env[name] || fallback;

const roles = variable('ROLES', 'intake,inbox,upkeep')
  .split(',')
  .map((role) => role.trim());
const addresses = [];
if (roles.includes('intake')) {
  addresses.push(`${origin('HOST', 'PORT', '3000')}${variable('PUBLIC_PATH', '/')}healthz`);
}
if (roles.includes('inbox') && variable('INBOX', 'on') === 'on') {
  addresses.push(`${origin('INBOX_HOST', 'INBOX_PORT', '3001')}/healthz`);
}
if (variable('METRICS_PORT', '0') !== '0') {
  addresses.push(`${origin('METRICS_HOST', 'METRICS_PORT', '0')}/healthz`);
}

await Promise.all(addresses.map(check));

async function check(address) {
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(5000) });
    if (status !== 200) fail(`${address} responds ${status}`);
  } catch (error) {
    fail(`${address} does not respond: ${error.cause?.code ?? error.name}`);
  }
}

function origin(hostVariable, portVariable, port) {
  const host = variable(hostVariable, '127.0.0.1');
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${variable(portVariable, port)}`;
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
