import { withoutPort } from '../../intake/submission/client-address.ts';
import { failureText } from '../../platform/failure/errors.ts';
import { isLoopback, judgeCertificate, readCertificate } from '../certificate.ts';
import { pauseMs } from '../challenge.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { type Asked, askService, madeUpAddress } from './ask-service.ts';
import { announceLargeUpload, type UploadOutcome } from './large-upload.ts';
import { addressesOf, type OutsideAddress, type ProxyParts } from './proxy-parts.ts';

type Variable = OutsideAddress['variable'];

const allVariables: readonly Variable[] = ['PUBLIC_URL', 'INBOX_URL'];

/** Creates the checks of the proxy in front of the service. They send requests to the service's public addresses. */
export function createProxyChecks(parts: ProxyParts): Check[] {
  const addresses = addressesOf(parts);
  const asked = new Map<OutsideAddress, Promise<Asked>>();

  /** Sends one request for each address. Three checks share its response, because a response takes seconds. */
  async function ask(address: OutsideAddress, signal: AbortSignal): Promise<Asked> {
    const challenge = await parts.challenge().catch(() => null);
    const asking = asked.get(address) ?? askService(address.url, challenge, parts, signal);
    asked.set(address, asking);
    return asking;
  }

  /** Creates a check with one finding for each of the addresses that is set. */
  const checkOf = (
    name: string,
    variables: readonly Variable[],
    look: (address: OutsideAddress, signal: AbortSignal) => Promise<Finding>,
  ): Check => ({
    name,
    quick: false,
    async run(signal) {
      const chosen = addresses.filter(({ variable }) => variables.includes(variable));
      if (chosen.length === 0) return [skipped(unsetText(variables))];
      return Promise.all(
        chosen.map(async (address) => {
          const finding = await look(address, signal).catch((error: unknown) => {
            signal.throwIfAborted();
            return unreached(name, error);
          });
          return { ...finding, found: `${address.variable}: ${finding.found}` };
        }),
      );
    },
  });

  return [
    checkOf('proxy.answers', allVariables, async (address, signal) => judgeAnswer(await ask(address, signal), address)),
    checkOf('proxy.tls', allVariables, (address, signal) => judgeTls(address, parts, signal)),
    checkOf('proxy.addresses', allVariables, async (address, signal) =>
      judgeAddresses(await ask(address, signal), parts),
    ),
    checkOf('proxy.streaming', ['INBOX_URL'], async (address, signal) => judgeStreaming(await ask(address, signal))),
    checkOf('proxy.uploads', ['PUBLIC_URL'], async ({ url }, signal) =>
      judgeUpload(await announceLargeUpload(url, parts, signal)),
    ),
  ];
}

function unsetText(variables: readonly Variable[]): string {
  const what = variables.length === 1 ? 'The address that people use is' : 'The addresses that people use are';
  return `${what} not set: ${variables.join(', ')}`;
}

/** Only `proxy.answers` reports the failure. The other checks are skipped. */
function unreached(name: string, error: unknown): Finding {
  if (name !== 'proxy.answers') return skipped('The address does not respond: see proxy.answers');
  return wrong(`The address cannot be reached from here: ${failureText(error)}`, {
    remedy:
      'Start the service and the proxy, correct the name or certificate, or check from another machine: some networks cannot reach their own public address',
  });
}

function judgeAnswer(asked: Asked, { listener }: OutsideAddress): Finding {
  if (asked.kind === 'this-service') {
    if (asked.seen.listener === listener) return ok('The address leads to this service');
    return wrong(`The address leads to the ${asked.seen.listener} of this service, not to the ${listener}`, {
      remedy: 'Configure the proxy to forward PUBLIC_URL to PORT and INBOX_URL to INBOX_PORT',
    });
  }
  if (asked.kind === 'a-service') {
    return warning('The service at the address has another database, or cannot reach this database', {
      remedy: 'Check whether the proxy leads to another service, and whether the service reaches its database',
    });
  }
  // From 520 on are the statuses of networks such as Cloudflare's.
  if ([502, 503, 504].includes(asked.status) || asked.status >= 520) {
    return wrong(`The proxy responds with ${asked.status}: it does not reach the service`, {
      remedy: 'Start the service, or correct the address of the service in the proxy',
    });
  }
  return wrong(`The server that responds with ${asked.status} is not this service`, {
    remedy: 'Configure the proxy to forward the whole path to the service, and compare PUBLIC_PATH',
  });
}

async function judgeTls({ url }: OutsideAddress, { connect }: ProxyParts, signal: AbortSignal): Promise<Finding> {
  if (url.protocol === 'https:') {
    return judgeCertificate(url.host, await readCertificate(url, signal, connect), new Date());
  }
  if (isLoopback(url.hostname)) return ok('The address is on this machine');
  return warning('Requests to the address are sent unencrypted', { remedy: 'Use https:, with a proxy such as Caddy' });
}

function judgeAddresses(asked: Asked, { hasTrustedProxies }: ProxyParts): Finding {
  if (asked.kind !== 'this-service') return skipped('The response is not from this service: see proxy.answers');
  const { address, forwardedFor } = asked.seen;
  const setHeader = 'proxy_set_header X-Forwarded-For $remote_addr;';
  if (forwardedFor === null) {
    return wrong('The proxy does not send the address of the client: no address is stored', {
      remedy: `Configure it to send X-Forwarded-For; in nginx: ${setHeader}`,
    });
  }
  const [first = ''] = forwardedFor.split(',').map(withoutPort);
  if (first === madeUpAddress) {
    return warning(
      'X-Forwarded-For arrives as the client wrote it: the service stores whatever address a client invents',
      {
        remedy: `Configure the proxy to replace it with the address of the client; in nginx: ${setHeader}`,
      },
    );
  }
  // From this machine the proxy and the client may have the same address. Then only the configuration shows the fault.
  if (first === address && hasTrustedProxies) return ok('The address of the client arrives');
  const holds = hasTrustedProxies ? 'TRUSTED_PROXIES does not contain it' : 'TRUSTED_PROXIES is not set';
  return warning(`All clients appear to be the proxy at ${address}, because ${holds}`, {
    remedy: `Set TRUSTED_PROXIES to the addresses of the proxy, such as ${address}, and start the service again`,
  });
}

function judgeStreaming(asked: Asked): Finding {
  if (asked.kind !== 'this-service') return skipped('The response is not from this service: see proxy.answers');
  if (asked.gapMs > pauseMs / 20) return ok('The proxy does not buffer responses');
  return warning('The proxy buffers responses: the inbox learns of changes late', {
    remedy: 'Switch off buffering and compression of text/event-stream in the proxy; in nginx: proxy_buffering off;',
  });
}

function judgeUpload(outcome: UploadOutcome): Finding {
  if (outcome.kind === 'verdict') return ok('A form of 105 MiB reaches the service, from its first byte');
  if (outcome.kind === 'collected') {
    return warning(
      'The proxy buffers a whole form before it forwards the form: uploads fill its disk, and rejections arrive late',
      {
        remedy: 'Configure it to forward bodies as they arrive; in nginx: proxy_request_buffering off;',
      },
    );
  }
  if (outcome.status === 413) {
    return wrong('The proxy rejects a form of 105 MiB, which the service accepts', {
      remedy: 'Raise its limit; in nginx: client_max_body_size 0;',
    });
  }
  return wrong(`The proxy responds to a form with ${outcome.status}`, {
    remedy: 'Configure it to forward POST requests to the service',
  });
}
