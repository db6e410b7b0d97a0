import { operatorRoles } from '../../../src/accounts/roles.ts';
import type { RequestEvent } from '../api/shapes.ts';
import type { Translator } from '../language/translator-context.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Texts by the only key of the studio's document that a version changes. */
const studioTexts = new Map<string, 'historyOpening' | 'historyQueue' | 'historyGuard' | 'historyMails'>([
  ['opening', 'historyOpening'],
  ['queue', 'historyQueue'],
  ['guard', 'historyGuard'],
  ['mails', 'historyMails'],
]);

/** Returns sentences on a change that only owners see, or null for an event of another kind. */
export function ownersEventText({ kind, from, to }: RequestEvent, { text }: Translator): string | null {
  const [before, after] = [factsOf(from), factsOf(to)];
  const facts = after ?? before ?? {};
  const name = String(facts.name ?? '');
  const role = (value: unknown) => {
    const known = operatorRoles.find((one) => one === value);
    return known === undefined ? String(value ?? '') : text(`role_${known}`);
  };
  switch (kind) {
    case 'block': {
      const value = facts.value ? String(facts.value) : null;
      if (after === null) return value === null ? text('historyUnblockedOne') : text('historyUnblocked', { value });
      return value === null ? text('historyBlockedOne') : text('historyBlocked', { value });
    }
    case 'token':
      return text(after === null ? 'historyTokenRevoked' : 'historyTokenMade', { name });
    case 'invitation':
      return text(after === null ? 'historyInvitationWithdrawn' : 'historyInvited', { role: role(facts.role) });
    case 'account':
      if (after === null) return text('historyAccountRemoved', { name });
      if (before === null) return text('historyAccountMade', { name, role: role(after.role) });
      return accountText(before, after);
    case 'channel':
      if (before === null) return text('historyChannelAdded', { name });
      return after === null ? text('historyChannelRemoved', { name }) : channelText(before, after);
    case 'view':
      return text(after === null ? 'historyViewRemoved' : 'historyViewSaved', { name });
    case 'studio':
      return studioText(facts);
    default:
      return null;
  }

  function accountText(old: Facts, now: Facts): string {
    const sentences = [
      now.role !== old.role && text('historyRole', { name, from: role(old.role), to: role(now.role) }),
      now.isDisabled !== old.isDisabled && text(now.isDisabled ? 'historyDisabled' : 'historyEnabled', { name }),
      now.hasNewPassword === true && text('historyPassword', { name }),
      now.hasPasswordLink !== undefined &&
        text(now.hasPasswordLink ? 'historyPasswordLink' : 'historyPasswordLinkWithdrawn', { name }),
    ];
    return sentences.filter((sentence) => sentence !== false).join(' ');
  }

  function channelText(old: Facts, now: Facts): string {
    const isRotated = Array.isArray(now.changed) && now.changed.includes('secret');
    if (now.state === old.state) return text(isRotated ? 'historyChannelSecret' : 'historyChannelChanged', { name });
    if (now.state === 'enabled') return text('historyChannelEnabled', { name });
    return text(now.state === 'held' ? 'historyChannelHeld' : 'historyChannelDisabled', { name });
  }

  function studioText({ revision, restores, changed }: Facts): string {
    const number = Number(revision);
    if (typeof restores === 'number') return text('historyRestored', { from: restores, number });
    const only = Array.isArray(changed) && changed.length === 1 ? String(changed[0]) : '';
    return text(studioTexts.get(only) ?? 'historyPublished', { number });
  }
}

function factsOf(value: unknown): Facts | null {
  return typeof value === 'object' && value !== null ? (value as Facts) : null;
}
