import {
  Ban,
  CircleCheck,
  CircleCheckBig,
  CircleDot,
  CircleX,
  Hourglass,
  type IconNode,
  Paintbrush,
  ShieldAlert,
} from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import type { RequestStatus } from '../api/shapes.ts';

export const statusIcons: Readonly<Record<RequestStatus, IconNode>> = {
  NEW: CircleDot,
  WAITLISTED: Hourglass,
  ACCEPTED: CircleCheck,
  IN_PROGRESS: Paintbrush,
  COMPLETED: CircleCheckBig,
  DECLINED: CircleX,
  CANCELLED: Ban,
  SPAM: ShieldAlert,
};

/** The sign of a status, in its colour. A text beside it names the status. */
export function StatusIcon({ status }: { readonly status: RequestStatus }) {
  return (
    <span class={`status-icon ${status.toLowerCase()}`}>
      <Icon of={statusIcons[status]} />
    </span>
  );
}
