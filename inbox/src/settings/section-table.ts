import {
  Ban,
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
import { isAtLeast, type OperatorRole } from '../../../src/accounts/roles.ts';
import type { MessageKey } from '../language/inbox-messages.ts';

/** A page of the settings. */
export interface SectionEntry {
  /** The part of the address behind `/settings`, or empty for the page of all roles. */
  readonly path: '' | 'start' | 'form' | 'channels' | 'people' | 'mails' | 'tokens' | 'blocks' | 'health' | 'history';
  readonly title: MessageKey;
  /** The purpose of the page, in a sentence. */
  readonly hint: MessageKey;
  readonly icon: IconNode;
  readonly role: OperatorRole;
}

/** The pages in the order of the navigation. */
const sectionTable: readonly SectionEntry[] = [
  { path: 'start', title: 'firstRun', hint: 'firstRunHint', icon: ListChecks, role: 'owner' },
  { path: 'form', title: 'settingsForm', hint: 'formHint', icon: FileText, role: 'operator' },
  { path: 'channels', title: 'settingsChannels', hint: 'channelsHint', icon: Bell, role: 'owner' },
  { path: 'people', title: 'settingsPeople', hint: 'peopleHint', icon: Users, role: 'owner' },
  { path: 'mails', title: 'settingsMails', hint: 'mailsHint', icon: Mail, role: 'owner' },
  { path: 'tokens', title: 'settingsTokens', hint: 'tokensHint', icon: Plug, role: 'owner' },
  { path: 'blocks', title: 'settingsBlocks', hint: 'blocksHint', icon: Ban, role: 'viewer' },
  { path: 'health', title: 'settingsHealth', hint: 'healthHint', icon: HeartPulse, role: 'owner' },
  { path: '', title: 'settingsAccount', hint: 'accountHint', icon: CircleUserRound, role: 'viewer' },
  { path: 'history', title: 'settingsHistory', hint: 'historyHint', icon: History, role: 'viewer' },
];

/** Returns the pages of this role. Without a guard there are no blocks. */
export function sectionsOf(role: OperatorRole, hasGuard: boolean): readonly SectionEntry[] {
  return sectionTable.filter((entry) => isAtLeast(role, entry.role) && (hasGuard || entry.path !== 'blocks'));
}

export const addressOfSection = ({ path }: SectionEntry): string => (path === '' ? '/settings' : `/settings/${path}`);
