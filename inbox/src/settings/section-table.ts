import {
  Ban,
  Bell,
  CircleUserRound,
  DoorOpen,
  FileText,
  HeartPulse,
  History,
  type IconNode,
  ListChecks,
  ListOrdered,
  Mail,
  Plug,
  ShieldCheck,
  Users,
} from 'lucide';
import { isAtLeast, type OperatorRole } from '../../../src/accounts/roles.ts';
import type { MessageKey } from '../language/inbox-messages.ts';

/** The groups of the navigation in their order. */
export const sectionGroups = ['studio', 'people', 'service'] as const;

type SectionPath =
  | 'start'
  | 'form'
  | 'opening'
  | 'queue'
  | 'junk'
  | 'blocks'
  | 'mails'
  | 'channels'
  | 'people'
  | 'account'
  | 'tokens'
  | 'health'
  | 'history';

/** A page of the settings. */
export interface SectionEntry {
  readonly group: (typeof sectionGroups)[number];
  /** The part of the address behind `/settings/`. */
  readonly path: SectionPath;
  readonly title: MessageKey;
  /** The purpose of the page, in a sentence. */
  readonly hint: MessageKey;
  readonly icon: IconNode;
  readonly role: OperatorRole;
}

/** The pages in the order of the navigation. */
const sectionTable: readonly SectionEntry[] = [
  { group: 'studio', path: 'start', title: 'firstRun', hint: 'firstRunHint', icon: ListChecks, role: 'owner' },
  { group: 'studio', path: 'form', title: 'settingsForm', hint: 'formHint', icon: FileText, role: 'owner' },
  { group: 'studio', path: 'opening', title: 'settingsOpening', hint: 'openingHint', icon: DoorOpen, role: 'operator' },
  { group: 'studio', path: 'queue', title: 'settingsQueue', hint: 'queueHint', icon: ListOrdered, role: 'owner' },
  { group: 'studio', path: 'junk', title: 'settingsJunk', hint: 'junkHint', icon: ShieldCheck, role: 'owner' },
  { group: 'studio', path: 'blocks', title: 'settingsBlocks', hint: 'blocksHint', icon: Ban, role: 'viewer' },
  { group: 'studio', path: 'mails', title: 'settingsMails', hint: 'mailsHint', icon: Mail, role: 'owner' },
  { group: 'studio', path: 'channels', title: 'settingsChannels', hint: 'channelsHint', icon: Bell, role: 'owner' },
  { group: 'people', path: 'people', title: 'settingsPeople', hint: 'peopleHint', icon: Users, role: 'owner' },
  {
    group: 'people',
    path: 'account',
    title: 'settingsAccount',
    hint: 'accountHint',
    icon: CircleUserRound,
    role: 'viewer',
  },
  { group: 'service', path: 'tokens', title: 'settingsTokens', hint: 'tokensHint', icon: Plug, role: 'owner' },
  { group: 'service', path: 'health', title: 'settingsHealth', hint: 'healthHint', icon: HeartPulse, role: 'owner' },
  { group: 'service', path: 'history', title: 'settingsHistory', hint: 'historyHint', icon: History, role: 'viewer' },
];

/** Returns the pages that this role may open. */
export function sectionsOf(role: OperatorRole): readonly SectionEntry[] {
  return sectionTable.filter((entry) => isAtLeast(role, entry.role));
}

/** Returns whether to offer the page. Without a guard that of blocks opens by its address alone. */
export const isOffered = ({ path }: SectionEntry, hasGuard: boolean): boolean => hasGuard || path !== 'blocks';

export const addressOfSection = ({ path }: SectionEntry): string => `/settings/${path}`;
