/** The servers that a database URL names. */
export type DatabaseAddress = Readonly<ReturnType<typeof readDatabaseUrl>>;
export type DatabaseHost = Readonly<DatabaseAddress['hosts'][number]>;

/** Groups: scheme, user and password with the `@`, hosts, path, query. */
const shape = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const defaultPort = '5432';
/** Each session sets these from `TIME_LIMITS`. Poolers reject them as start-up parameters. */
const ownParameters = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Reads a connection URL with one or several hosts (PostgreSQL manual, 34.1.1.2 and 34.1.1.3): `postgres://a:1,b:2/db`.
 * `?host=` names a single host, or the folder of a socket. Several hosts default to `target_session_attrs=read-write`,
 * because the service writes.
 * @throws {Error} with a message to put after the variable's name. The message never quotes the URL.
 */
export function readDatabaseUrl(url: string) {
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw new Error('must begin with postgres:// or postgresql://');
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (scheme === '' || (user === '' && endsInPassword(authority, path, query))) throw new Error(unencoded);
  const parameters = new URLSearchParams(query);
  for (const name of ownParameters) parameters.delete(name);
  nameTlsMode(parameters);
  const hosts = hostsOf(authority, parameters);
  const target = parameters.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any');
  if (!['any', 'read-write', 'primary'].includes(target)) {
    throw new Error('must have any, read-write or primary for target_session_attrs: the service writes');
  }
  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
  const port = parameters.get('port') ?? defaultPort;
  return {
    /** At least one host. */
    hosts: hosts.map((host) => ({
      /** `host:port`, for messages about several hosts. */
      name: /:\d+$/.test(host) ? host : `${host}:${port}`,
      /** The URL with only this host. */
      url: checked(`${scheme}${user}${host}${rest}`),
    })),
    /** Whether servers that reject writes are skipped. */
    needsWrites: target !== 'any',
  };
}

const unencoded =
  'must be a URL; special characters in the password are percent-encoded, such as # as %23, / as %2F, ? as %3F';

/** Whether a password with `/` or `?` has made user and password look like the host: `me:1/2@db`. */
function endsInPassword(authority: string, path: string, query: string): boolean {
  return authority.includes(':') && (path.includes('@') || /^[^=]*@/.test(query));
}

/** Modes that the driver takes for `verify-full`. */
const verifiedModes = ['prefer', 'require', 'verify-ca'];

/** Names the mode that the driver uses anyway, because it warns at each start of any other name. */
function nameTlsMode(parameters: URLSearchParams): void {
  if (parameters.get('uselibpqcompat') === 'true') return;
  if (verifiedModes.includes(parameters.get('sslmode') ?? '')) parameters.set('sslmode', 'verify-full');
}

/** Returns the hosts before the path, one of which may be empty when a parameter names the host. */
function hostsOf(authority: string, parameters: URLSearchParams): readonly string[] {
  const host = parameters.get('host');
  if (`${host}${parameters.get('port')}`.includes(',')) {
    throw new Error('must have several hosts before the path, as in a:5432,b:5432/name, and not in host= or port=');
  }
  if (host) return [authority];
  const hosts = authority.split(',');
  if (hosts.length > 1 && hosts.includes('')) throw new Error('must name a host before and after each comma');
  return hosts;
}

/** Returns the URL if it is valid. PostgreSQL's URLs may omit the host after a user, when `?host=` names a socket. */
function checked(url: string): string {
  if (URL.canParse(url.replace('@/', '@localhost/'))) return url;
  throw new Error(unencoded);
}
