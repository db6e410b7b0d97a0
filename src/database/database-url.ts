/** A server that a database URL names. */
export interface DatabaseHost {
  /** `host:port`, for messages. */
  readonly name: string;
  /** The URL with only this host. */
  readonly url: string;
}

export interface DatabaseAddress {
  /** At least one host. */
  readonly hosts: readonly DatabaseHost[];
  /** Whether servers that reject writes are skipped. */
  readonly needsWrites: boolean;
}

/** Groups: scheme, user and password with the `@`, hosts, path, query. */
const shape = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const defaultPort = '5432';
/** Each session sets these from `TIME_LIMITS`. Poolers reject them as start-up parameters. */
const ownParameters = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Reads a connection URL with one or several hosts (PostgreSQL manual, 34.1.1.2 and 34.1.1.3): `postgres://a:1,b:2/db`,
 * or `?host=a,b&port=1,2`. Several hosts default to `target_session_attrs=read-write`, because the service writes.
 * @throws {Error} with a message to put after the variable's name. The message quotes nothing of the URL.
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const parts = shape.exec(url);
  if (!parts) throw new Error('must begin with postgres:// or postgresql://');
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = parts;
  const parameters = new URLSearchParams(query);
  for (const name of ownParameters) parameters.delete(name);
  const hosts = parameters.has('host') ? parameterHosts(parameters) : authorityHosts(authority, parameters);
  const target = parameters.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any');
  if (!['any', 'read-write', 'primary'].includes(target)) {
    throw new Error('must have any, read-write or primary for target_session_attrs: the service writes');
  }
  return {
    hosts: hosts.map(({ name, authority, parameters }) => ({
      name,
      url: checked(`${scheme}${user}${authority}${path}${parameters.size > 0 ? `?${parameters}` : ''}`),
    })),
    needsWrites: target !== 'any',
  };
}

interface HostParts {
  readonly name: string;
  readonly authority: string;
  readonly parameters: URLSearchParams;
}

function authorityHosts(authority: string, parameters: URLSearchParams): HostParts[] {
  const names = authority.split(',');
  if (names.length > 1 && names.includes('')) throw new Error('must name a host before and after each comma');
  return names.map((name) => ({
    name: /:\d+$/.test(name) ? name : `${name}:${parameters.get('port') ?? defaultPort}`,
    authority: name,
    parameters,
  }));
}

/** A single port applies to all hosts. */
function parameterHosts(parameters: URLSearchParams): HostParts[] {
  const hosts = (parameters.get('host') ?? '').split(',');
  const ports = (parameters.get('port') ?? defaultPort).split(',');
  if (ports.length !== 1 && ports.length !== hosts.length) throw new Error('must have one port, or one for each host');
  return hosts.map((host, index) => {
    const port = ports[ports.length === 1 ? 0 : index] || defaultPort;
    const own = new URLSearchParams(parameters);
    own.set('host', host);
    own.set('port', port);
    return { name: `${host}:${port}`, authority: '', parameters: own };
  });
}

/** Returns the URL if it is valid. PostgreSQL's URLs may omit the host after a user, when `?host=` names a socket. */
function checked(url: string): string {
  if (URL.canParse(url.replace('@/', '@localhost/'))) return url;
  throw new Error('must be a URL; special characters in the password are percent-encoded');
}
