import type { MailStatus } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { Call } from '../api/send.ts';
import type { RequestList } from '../api/shapes.ts';
import { createAccountsApi } from '../model/accounts-api.ts';
import { createChannelsApi } from '../model/channels-api.ts';
import { hasOffer, type OfferFacts } from '../studio/draft/draft-shapes.ts';

/** The service's facts about a new inbox. */
export interface FirstRunFacts {
  /** Whether something is published, or set in a file on the server. */
  readonly hasOffer: boolean;
  /** The customers' page, or null when the service does not know its address. */
  readonly formUrl: string | null;
  readonly hasRequest: boolean;
  readonly hasMailServer: boolean;
  readonly hasMailChannel: boolean;
  readonly isAlone: boolean;
}

export async function readFirstRunFacts(call: Call): Promise<FirstRunFacts> {
  const accounts = createAccountsApi(call);
  const [studio, form, requests, mail, channels, operators, invitations] = await Promise.all([
    call<OfferFacts>('GET', '/studio'),
    call<{ url: string | null }>('GET', '/form'),
    call<RequestList>('GET', '/requests?limit=1'),
    call<MailStatus>('GET', '/mail'),
    createChannelsApi(call).list(),
    accounts.operators(),
    accounts.invitations(),
  ]);
  return {
    hasOffer: hasOffer(studio),
    formUrl: form.url,
    hasRequest: requests.items.length > 0,
    hasMailServer: mail.isSetUp,
    hasMailChannel: channels.some(({ kind, state }) => kind === 'mail' && state === 'enabled'),
    isAlone: operators.length + invitations.length < 2,
  };
}
