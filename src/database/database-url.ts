/** One of the servers that a database URL names. */
export interface DatabaseHost {
  /** `host:port`, for messages. */
  readonly name: string;
  /** A URL of this host alone. */
  readonly url: string;
}

export interface DatabaseAddress {
  /** At least one. */
  readonly hosts: readonly DatabaseHost[];
  /** Whether a server that takes no writes is passed over. */
  readonly needsWrites: boolean;
}

/** Scheme, user and password with their `@`, hosts, path, query. */
const shape = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const defaultPort = '5432';
/** Each session sets these itself, from `TIME_LIMITS`. As start-up parameters poolers refuse them. */
const ownParameters = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Reads a connection URL with one host or several (PostgreSQL manual, 34.1.1.2 and 34.1.1.3): `postgres://a:1,b:2/db`,
 * or `?host=a,b&port=1,2`. Several hosts without `target_session_attrs` mean `read-write`, for the service writes.
 * @throws {Error} whose message can follow the name of the variable, and quotes nothing of the URL
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
      url: checked(`${scheme}${user}${authority}${path}${withoutEmpty(parameters)}`),
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

/** One port stands for all hosts. */
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

function withoutEmpty(parameters: URLSearchParams): string {
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** PostgreSQL's URLs may leave the host out, for a socket named by `?host=`; other URLs may not beside a user. */
function checked(url: string): string {
  if (URL.canParse(url.replace('@/', '@localhost/'))) return url;
  throw new Error('must be a URL; special characters in the password are percent-encoded');
}
