import { KeyRound, Mail } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../page-kit/icon.tsx';
import type { Operator } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Invitation, PasswordLink } from '../model/accounts-api.ts';

interface OpenLinksProps {
  /** The accounts by which links are named. */
  readonly operators: readonly Operator[];
  onWithdraw(id: string): void;
}

export function Invitations(props: OpenLinksProps & { readonly invitations: readonly Invitation[] }) {
  const { text } = useTranslator();
  if (props.invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">{text('invitations')}</h2>
      <ul class="entries">
        {props.invitations.map((invitation) => (
          <LinkRow
            {...props}
            key={invitation.id}
            link={invitation}
            name={invitation.email}
            withdraw={text('invitationWithdrawOf', { email: invitation.email })}
          >
            {text(`role_${invitation.role}`)} ·{' '}
          </LinkRow>
        ))}
      </ul>
    </section>
  );
}

export function PasswordLinks(props: OpenLinksProps & { readonly links: readonly PasswordLink[] }) {
  const { text } = useTranslator();
  if (props.links.length === 0) return null;
  return (
    <section aria-labelledby="password-links">
      <h2 id="password-links">{text('passwordLinks')}</h2>
      <ul class="entries">
        {props.links.map((link) => {
          const name = nameOf(props.operators, link.operatorId);
          return (
            <LinkRow
              {...props}
              key={link.id}
              link={link}
              name={name}
              withdraw={text('passwordLinkWithdrawOf', { name })}
            />
          );
        })}
      </ul>
    </section>
  );
}

interface LinkRowProps extends OpenLinksProps {
  readonly link: Pick<PasswordLink, 'id' | 'createdBy' | 'expiresAt'>;
  readonly name: string;
  /** The name of the button. */
  readonly withdraw: string;
  readonly children?: ComponentChildren;
}

function LinkRow({
  link: { id, createdBy, expiresAt },
  name,
  operators,
  withdraw,
  children,
  onWithdraw,
}: LinkRowProps) {
  const { text } = useTranslator();
  const { time } = useFormats();
  return (
    <li class="with-mark">
      <span class="avatar">
        <Icon of={children === undefined ? KeyRound : Mail} />
      </span>
      <div class="entry-text">
        <bdi class="entry-title">{name}</bdi>
        <p class="muted">
          {children}
          <bdi>
            {createdBy === null ? text('linkMadeInShell') : text('linkMadeBy', { name: nameOf(operators, createdBy) })}
          </bdi>{' '}
          · {text('validUntil', { time: time(expiresAt) })}
        </p>
      </div>
      <button type="button" class="quiet" aria-label={withdraw} onClick={() => onWithdraw(id)}>
        {text('linkWithdraw')}
      </button>
    </li>
  );
}

/** An account may have been removed since the list of accounts was loaded. */
function nameOf(operators: readonly Operator[], id: string): string {
  return operators.find((operator) => operator.id === id)?.name ?? '–';
}
