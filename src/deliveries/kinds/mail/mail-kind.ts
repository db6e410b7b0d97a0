import type { Kind, Line } from '../../kind/kind.ts';
import { readMembers } from '../../kind/read-members.ts';
import { limitConfirmations } from './confirmation-limit.ts';
import { followSettings } from './create-digests.ts';
import { mailEventTypes } from './mail-choices.ts';
import { allowsMessages, enteredMailSettings, mailSettings } from './mail-settings.ts';

const newMembers = { mail: enteredMailSettings };
const changeMembers = { mail: enteredMailSettings.optional() };

/** Mail to operators or customers, without secrets. */
export const mail: Kind = {
  types: { possible: mailEventTypes, usual: null },
  newMembers,
  changeMembers,
  make(given) {
    const read = readMembers(newMembers, given);
    if ('fault' in read) return read;
    const { mail: settings } = read.members;
    const usualName = settings.audience === 'customers' ? 'Customers' : 'Operators';
    return { settings, secrets: null, secret: null, usualName };
  },
  change(opened, given) {
    const read = readMembers(changeMembers, given);
    if ('fault' in read) return read;
    const settings = read.members.mail ?? (opened.settings as Readonly<Record<string, unknown>>);
    return { settings, secrets: 'keep' };
  },
  show: ({ settings }) => ({
    settings: settings as Readonly<Record<string, unknown>>,
    hasSecret: true,
    previousSecretsUntil: [],
  }),
  line,
  remedy: 'Run commissions doctor --only mail',
  createSender: ({ mail: sender }) => sender,
  stored: (client, id, settings, previous) =>
    followSettings(client, id, mailSettings.parse(settings), mailSettings.nullable().parse(previous)),
  limit: limitConfirmations,
};

function line(stored: unknown): Line {
  const settings = mailSettings.parse(stored);
  if (settings.audience === 'customers') {
    return { address: '', pace: 'at once', also: allowsMessages(settings) ? ['messages'] : [] };
  }
  const { to, pace, hour, timeZone } = settings;
  return {
    address: to.map(({ address }) => address).join(','),
    pace: pace === 'daily' ? `daily at ${hour}:00 ${timeZone}` : 'at once',
    also: [],
  };
}
