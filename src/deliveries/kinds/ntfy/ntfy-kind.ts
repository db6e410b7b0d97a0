import type { Kind, Opened } from '../../kind/kind.ts';
import { defined, readMembers, readUrlMember } from '../../kind/read-members.ts';
import { noticeTypes } from '../../notices/notice-settings.ts';
import { createNtfySender } from './create-ntfy-sender.ts';
import { changeMembers, type NtfySecrets, newMembers, ntfySecrets, ntfySettings } from './ntfy-settings.ts';

/** Notices on phones by a server of ntfy. */
export const ntfy: Kind = {
  types: { possible: noticeTypes, usual: ['request.created'] },
  newMembers,
  changeMembers,
  make(given, readUrl) {
    const read = readMembers(newMembers, given);
    if ('fault' in read) return read;
    const { server, topic, token, ...members } = read.members;
    const target = readUrlMember('server', server, readUrl);
    if ('fault' in target) return target;
    const secrets: NtfySecrets = { topic, token };
    return { settings: { ...members, server: target.url.href }, secrets, secret: null, usualName: target.url.host };
  },
  change(opened, given, readUrl) {
    const read = readMembers(changeMembers, given);
    if ('fault' in read) return read;
    const { server, topic, token, ...members } = defined(read.members);
    const target = server === undefined ? null : readUrlMember('server', server, readUrl);
    if (target !== null && 'fault' in target) return target;
    const settings = {
      ...ntfySettings.parse(opened.settings),
      ...members,
      ...(target && { server: target.url.href }),
    };
    if (topic === undefined && token === undefined) return { settings, secrets: 'keep' };
    const old = secretsOf(opened);
    const known = topic ?? old?.topic;
    if (known === undefined) return 'secret-lost';
    const secrets: NtfySecrets = { topic: known, token: token === undefined ? (old?.token ?? null) : token };
    return { settings, secrets };
  },
  show: (opened) => ({
    settings: ntfySettings.parse(opened.settings),
    hasSecret: secretsOf(opened) !== null,
    previousSecretsUntil: [],
  }),
  line: (settings) => ({ address: ntfySettings.parse(settings).server, pace: 'at once', also: [] }),
  remedy: 'Check the server, the topic and the token of the channel',
  reach: {
    check: 'ntfy',
    none: 'There is no channel by ntfy',
    target: (opened) => secretsOf(opened) && { url: ntfySettings.parse(opened.settings).server, verifiesTls: true },
    lostSecret: () => ({
      remedy: 'Restore the earlier SECRETS_KEY, or enter the topic and the token of the channel again in the inbox',
    }),
  },
  createSender: createNtfySender,
};

const secretsOf = ({ secrets }: Opened) => ntfySecrets.nullable().parse(secrets);
