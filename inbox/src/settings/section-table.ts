import {
  Bell,
  CircleUserRound,
  FileText,
  HeartPulse,
  History,
  type IconNode,
  ListChecks,
  Mail,
  Plug,
  Users,
} from 'lucide';
import type { OperatorRole } from '../../../src/operators/accounts/roles.ts';
import type { MessageKey } from '../language/inbox-messages.ts';

/** A page of the settings. */
export interface SectionEntry {
  /** The part of the address behind `/settings`, or empty for the page that everybody has. */
  readonly path: '' | 'start' | 'form' | 'channels' | 'people' | 'mails' | 'tokens' | 'health' | 'history';
  readonly title: MessageKey;
  /** What the page is for, in a sentence. */
  readonly hint: MessageKey;
  readonly icon: IconNode;
  readonly role: OperatorRole;
}

/** The pages in the order of the navigation. */
export const sectionTable: readonly SectionEntry[] = [
  { path: 'start', title: 'firstRun', hint: 'firstRunHint', icon: ListChecks, role: 'owner' },
  { path: 'form', title: 'settingsForm', hint: 'formHint', icon: FileText, role: 'operator' },
  { path: 'channels', title: 'settingsChannels', hint: 'channelsHint', icon: Bell, role: 'owner' },
  { path: 'people', title: 'settingsPeople', hint: 'peopleHint', icon: Users, role: 'owner' },
  { path: 'mails', title: 'settingsMails', hint: 'mailsHint', icon: Mail, role: 'owner' },
  { path: 'tokens', title: 'settingsTokens', hint: 'tokensHint', icon: Plug, role: 'owner' },
  { path: 'health', title: 'settingsHealth', hint: 'healthHint', icon: HeartPulse, role: 'owner' },
  { path: '', title: 'settingsAccount', hint: 'accountHint', icon: CircleUserRound, role: 'viewer' },
  { path: 'history', title: 'settingsHistory', hint: 'historyHint', icon: History, role: 'viewer' },
];

export const addressOfSection = ({ path }: SectionEntry): string => (path === '' ? '/settings' : `/settings/${path}`);
