import type { MailTransport } from '../../deliveries/kinds/mail/mail-transport.ts';
import { codeOf, type Explanation, type Explanations } from '../../intake/readiness/problem.ts';
import { failureText } from '../../platform/failure/errors.ts';
import { isLoopback } from '../certificate.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';

/** The mail server and the sender's address. */
interface MailParts {
  readonly host: string;
  readonly tls: 'implicit' | 'required' | 'never';
  readonly verifiesTls: boolean;
  /** The address of `MAIL_FROM`. */
  readonly from: string;
  openTransport(): Promise<Pick<MailTransport, 'verify'>>;
  /** Resolves with whether the domain accepts mail. Rejects with the error of the DNS look-up. */
  takesMail(domain: string): Promise<boolean>;
}

/** DNS codes that show that a domain does not exist. Without a network nothing is known about the domain. */
const absentCodes = ['ENOTFOUND', 'ENODATA', 'ENONAME'];

/** Creates the check of a service without a mail server. @param waiting Resolves with the number of mail channels. */
export function createNoMailCheck(waiting: () => Promise<number>): Check {
  return {
    name: 'mail.server',
    quick: false,
    async run(signal) {
      const channels = await waiting().catch(() => 0);
      signal.throwIfAborted();
      if (channels === 0) return [skipped('No mail server is set, and no channel needs one')];
      return [
        wrong(
          `Mails of ${channels === 1 ? 'a channel' : `${channels} channels`} wait: SMTP_URL and MAIL_FROM are not set`,
          {
            remedy: 'Set both, and start the service again',
          },
        ),
      ];
    },
  };
}

export function createMailChecks(parts: MailParts): Check[] {
  return [
    {
      name: 'mail.server',
      quick: false,
      async run(signal) {
        try {
          await (await parts.openTransport()).verify();
          return [ok('The mail server accepts the connection and the credentials, if any; nothing was sent')];
        } catch (error) {
          signal.throwIfAborted();
          return [mailFailure(error)];
        }
      },
    },
    { name: 'mail.tls', quick: true, run: async () => [judgeTls(parts)] },
    { name: 'mail.sender', quick: false, run: async () => [await judgeSender(parts)] },
  ];
}

function judgeTls({ host, tls, verifiesTls }: MailParts): Finding {
  if (tls === 'never' && !isLoopback(host)) {
    return warning(`Mails are sent to ${host} unencrypted`, {
      remedy: 'Remove tls=never from SMTP_URL, or use smtps://',
    });
  }
  if (tls !== 'never' && !verifiesTls) {
    return warning(
      `The certificate of ${host} is not verified: an attacker on the network can read mails and the password`,
      {
        remedy: 'Remove verify=false from SMTP_URL, and name the authority of the certificate in NODE_EXTRA_CA_CERTS',
      },
    );
  }
  return ok('Mails are sent over TLS, or to a server on this machine');
}

async function judgeSender({ from, takesMail }: MailParts): Promise<Finding> {
  const domain = from.split('@').at(-1) ?? '';
  const fault = warning(
    `The domain ${domain} of MAIL_FROM accepts no mail: replies are lost, and servers may reject mails`,
    {
      remedy: 'Use an address in MAIL_FROM that somebody reads',
    },
  );
  try {
    return (await takesMail(domain)) ? ok(`The domain ${domain} of MAIL_FROM accepts mail`) : fault;
  } catch (error) {
    if (absentCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return fault;
    return skipped(`The domain ${domain} of MAIL_FROM could not be looked up here`);
  }
}

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
    'Correct the user and the password in SMTP_URL, percent-encoded (@ is %40); some providers need an app password',
  ],
};

/** Returns the finding for a failed sign-in. */
function mailFailure(cause: unknown): Finding {
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
