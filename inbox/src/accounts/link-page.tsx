import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OpenLink } from '../../../src/accounts/account-shapes.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { callOnce } from '../api/send.ts';
import { type AccountKey, useAccountTranslator } from './account-messages.ts';

interface LinkPageProps {
  /** A link of another kind is invalid here. */
  readonly kinds: readonly OpenLink['kind'][];
  purposeOf(link: OpenLink): AccountKey;
  children(link: OpenLink): ComponentChildren;
}

/** The token of the link that led to this page. */
export const linkToken = location.hash.slice(1);

/** Looks up the link, shows its purpose or why it is invalid, and the form for it. */
export function LinkPage({ kinds, purposeOf, children }: LinkPageProps) {
  const { text } = useAccountTranslator();
  const [link, setLink] = useState<OpenLink | null>(null);
  const [fault, setFault] = useState<AccountKey | null>(null);

  useEffect(() => {
    void callOnce<OpenLink>('POST', '/links/look-up', { body: { token: linkToken } })
      .then((found) => (kinds.includes(found.kind) ? setLink(found) : setFault('linkInvalid')))
      .catch((error) => setFault(isUnreachable(error) ? 'unreachable' : 'linkInvalid'));
  }, []);

  return (
    <>
      <p class="intro" role="status">
        {text(fault ?? (link ? purposeOf(link) : 'checking'))}
      </p>
      {link && children(link)}
      {fault && (
        <a class="button" href="/sign-in">
          {text('signIn')}
        </a>
      )}
    </>
  );
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'unreachable';
}
