import {
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Check,
  CircleHelp,
  Eye,
  type IconNode,
  Image,
  Inbox,
  Mail,
  RotateCcw,
  Search,
  StickyNote,
  Trash2,
  X,
} from 'lucide';
import type { KeyAction } from '../keys/key-table.ts';
import { statusIcons } from '../parts/status-icon.tsx';

/** The icons that commands have elsewhere too. */
export const commandIcons: Readonly<Partial<Record<KeyAction, IconNode>>> = {
  next: ArrowDown,
  previous: ArrowUp,
  open: Eye,
  select: Check,
  clear: X,
  close: ArrowLeft,
  pictures: Image,
  reply: Mail,
  note: StickyNote,
  release: Inbox,
  eraseHeld: Trash2,
  accept: statusIcons.ACCEPTED,
  waitlist: statusIcons.WAITLISTED,
  decline: statusIcons.DECLINED,
  start: statusIcons.IN_PROGRESS,
  done: statusIcons.COMPLETED,
  spam: statusIcons.SPAM,
  undo: RotateCcw,
  search: Search,
  help: CircleHelp,
};
