import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { emailPattern } from '../platform/shapes/email-pattern.ts';

const submissionPort = 587;
const relayPort = 25;
const implicitTlsPort = 465;

const form =
  'must be an address such as smtp://user:password@mail.example.org:587 or smtps://user:password@mail.example.org';

/**
 * The mail server. `smtps:` means TLS from the first byte, `smtp:` requires STARTTLS. `?tls=never` means no TLS, which
 * is also the default of a loopback relay without credentials. `?verify=false` accepts any certificate.
 */
export const smtpUrl = z.string().transform((text, context) => {
  const fault = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (text.includes('#')) return fault('has a #: in the password write # as %23');
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return fault(form);
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text);
  const host = hostOf(hostname);
  if (host === '' || pathname.replace('/', '') !== '' || (username === '') !== (password === '')) return fault(form);
  const credentials = decodedCredentials(username, password);
  if (credentials === 'unreadable') return fault('has a user or password that cannot be read: write % as %25');
  const { tls, verify, ...others } = Object.fromEntries(searchParams);
  if (Object.keys(others).length > 0) return fault('knows only tls and verify behind the question mark');
  if (tls !== undefined && (protocol === 'smtps:' || !['required', 'never'].includes(tls))) {
    return fault('has a tls that is neither required nor never, or both smtps: and tls');
  }
  if (verify !== undefined && verify !== 'false') return fault('has a verify that is not false');
  const startTls = tls ?? (isLoopback(host) && credentials === null ? 'never' : 'required');
  return {
    host,
    port: port === '' ? defaultPort(protocol, credentials !== null) : Number(port),
    tls: protocol === 'smtps:' ? 'implicit' : (startTls as 'required' | 'never'),
    verifiesTls: verify === undefined,
    credentials,
  } as const;
});

/** Returns the host in punycode, or an empty text. `URL` only percent-encodes a host behind `smtp:`. */
function hostOf(hostname: string): string {
  try {
    return domainToASCII(decodeURIComponent(hostname)).replace(/^\[|\]$/g, '');
  } catch {
    return '';
  }
}

function decodedCredentials(username: string, password: string) {
  if (username === '') return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return 'unreadable';
  }
}

function defaultPort(protocol: string, hasCredentials: boolean): number {
  if (protocol === 'smtps:') return implicitTlsPort;
  return hasCredentials ? submissionPort : relayPort;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** `Studio <studio@example.org>`, or the address alone. */
export const mailbox = z.string().transform((text, context) => {
  const [, name = '', bracketed, bare] = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>|(\S+))\s*$/u.exec(text) ?? [];
  const address = bracketed ?? bare ?? '';
  if (emailPattern.test(address)) return { name: name.trim(), address };
  context.addIssue({ code: 'custom', message: 'must be an address such as Studio <studio@example.org>' });
  return z.NEVER;
});

/** The path of a private key in PEM. */
export const privateKeyFile = z.string().transform((path, context) => {
  try {
    const pem = readFileSync(path, 'utf8');
    createPrivateKey(pem);
    return pem;
  } catch {
    context.addIssue({ code: 'custom', message: 'must name a file with a private key in PEM that can be read' });
    return z.NEVER;
  }
});
