import { failureText } from '../../failure/errors.ts';
import { codeOf, type Explanation, type Explanations } from '../../readiness/problem.ts';
import type { Finding } from '../check.ts';
import { wrong } from '../finding.ts';

const unreachable: Explanation = [
  'The mail server cannot be reached',
  'Correct the host and port in SMTP_URL, or allow outgoing connections to that port: many hosts block 25',
];
const certificate: Explanation = [
  'The certificate of the mail server is not trusted',
  'Use the name that the certificate is for, name its authority in NODE_EXTRA_CA_CERTS, or add ?verify=false for a server of your own',
];

/** The explanations by nodemailer's code. */
const explanations: Explanations = {
  EDNS: ['The name of the mail server has no address', 'Correct the host in SMTP_URL'],
  ENOTFOUND: ['The name of the mail server has no address', 'Correct the host in SMTP_URL'],
  ECONNECTION: unreachable,
  ECONNREFUSED: unreachable,
  ETIMEDOUT: unreachable,
  ESOCKET: unreachable,
  ETLS: [
    'The mail server offers no TLS on this port',
    'Use smtps:// with its port (465), or add ?tls=never for a relay in the same network',
  ],
  EAUTH: [
    'The mail server rejects the user or the password',
    'Correct them in SMTP_URL, percent-encoded (@ is %40); some providers need an app password',
  ],
};

/** Returns the finding for a failed sign-in. */
export function mailFailure(cause: unknown): Finding {
  const text = failureText(cause);
  const [what, remedy] = explain(cause, text);
  return wrong(`${what}: ${text}`, { remedy });
}

function explain(cause: unknown, text: string): Explanation {
  if (/certificate|altname/i.test(text)) return certificate;
  if (/wrong version number|packet length too long/i.test(text)) {
    return ['The mail server does not use TLS from the first byte', 'Use smtp:// in place of smtps://'];
  }
  return explanations[codeOf(cause)] ?? ['The mail server failed', 'Ask its administrator what the message means'];
}
