import { ApiFailure } from '../api/api-failure.ts';
import { failureText } from '../language/failure-text.ts';
import type { MessageKey } from '../language/inbox-messages.ts';
import type { Translator } from '../language/translator-context.ts';

const keys: Readonly<Record<string, MessageKey>> = {
  'last-owner': 'refusedLastOwner',
  'has-account': 'refusedHasAccount',
  'wrong-credentials': 'passwordWrong',
  'not-found': 'refusedGone',
};

/** Returns the reason for the service's rejection, with a specific text for known problems. */
export function refusalText(translator: Translator, error: unknown): string {
  const name = error instanceof ApiFailure ? error.problem?.type.split(':').at(-1) : undefined;
  const key = name === undefined ? undefined : keys[name];
  return key === undefined ? failureText(translator, error) : translator.text(key);
}
