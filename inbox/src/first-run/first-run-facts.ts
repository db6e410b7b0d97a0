import type { MailStatus } from '../../../src/operators/deliveries/kinds/mail/mail-shapes.ts';
import type { Call } from '../api/call.ts';
import type { RequestList } from '../api/shapes.ts';
import { createAccountsApi } from '../model/accounts-api.ts';
import { createChannelsApi } from '../model/channels-api.ts';

/** What the service knows about a new inbox. */
export interface FirstRunFacts {
  /** The customers' page, or null when the service does not know its address. */
  readonly formUrl: string | null;
  readonly hasRequest: boolean;
  readonly hasMailServer: boolean;
  readonly hasMailChannel: boolean;
  readonly isAlone: boolean;
}

export async function readFirstRunFacts(call: Call): Promise<FirstRunFacts> {
  const accounts = createAccountsApi(call);
  const [form, requests, mail, channels, operators, invitations] = await Promise.all([
    call<{ url: string | null }>('GET', '/form'),
    call<RequestList>('GET', '/requests?limit=1'),
    call<MailStatus>('GET', '/mail'),
    createChannelsApi(call).list(),
    accounts.operators(),
    accounts.invitations(),
  ]);
  return {
    formUrl: form.url,
    hasRequest: requests.items.length > 0,
    hasMailServer: mail.isSetUp,
    hasMailChannel: channels.some(({ kind, state }) => kind === 'mail' && state === 'enabled'),
    isAlone: operators.length + invitations.length < 2,
  };
}
