import { freePort } from '../../test/support/free-port.ts';
import { type ServiceUnderTrial, withService } from './service-under-trial.ts';

/** The operators' API of a service under trial, called with a token. */
export interface TrialInbox {
  get(path: string): Promise<Response>;
}

/** Starts the service with its inbox. */
export async function withInbox<T>(
  env: Readonly<Record<string, string>>,
  work: (service: ServiceUnderTrial, inbox: TrialInbox) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  return withService({ INBOX: 'on', INBOX_PORT: String(port), ...env }, async (service) => {
    const token = await service.command('tokens', 'create', '--name', 'trial', '--scopes', 'read');
    // On a slow machine the service may close an idle connection just when it is used again.
    const headers = { authorization: `Bearer ${token.trim()}`, connection: 'close' };
    return work(service, { get: (path) => fetch(`http://127.0.0.1:${port}/api/operator/v1/${path}`, { headers }) });
  });
}
