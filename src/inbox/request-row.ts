import { requestNumberOf } from '../submission/request-number.ts';
import type { Extra, InboxRequest, RequestFile } from './inbox.ts';
import type { RequestStatus } from './statuses.ts';

/** What an `InboxRequest` is made of, of `submitted_commission_requests r`. */
export const requestColumns = `
  r.id, r.created_at, r.status, r.version, r.unread, r.due_on::text as due_on, r.labels, r.public_message,
  r.type_id, r.option_id, r.custom_card_id, r.extra_ids, r.customer_name, r.customer_email, r.customer_socials,
  r.message, r.ip_address, r.user_agent, r.language,
  (select coalesce(json_agg(json_build_object('id', e.id, 'name', coalesce(e.name, e.id)) order by e.id), '[]')
   from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id) as extras,
  (select coalesce(json_agg(json_build_object(
     'position', f.position, 'name', f.original_file, 'type', f.file_type, 'size', f.file_size, 'sha256', f.sha256,
     'preview', f.preview
   ) order by f.position), '[]')
   from commission_request_files f where f.request_id = r.id) as files`;

export interface RequestRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: RequestStatus;
  readonly version: number;
  readonly unread: boolean;
  readonly due_on: string | null;
  readonly labels: readonly string[];
  readonly public_message: string | null;
  readonly type_id: string | null;
  readonly option_id: string | null;
  readonly custom_card_id: string | null;
  readonly extra_ids: readonly string[];
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_socials: string | null;
  readonly message: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly language: string | null;
  readonly extras: readonly Extra[];
  readonly files: readonly RequestFile[];
}

export function inboxRequestOf(row: RequestRow): InboxRequest {
  return {
    id: row.id,
    number: requestNumberOf(row.id),
    createdAt: row.created_at,
    status: row.status,
    version: row.version,
    unread: row.unread,
    dueOn: row.due_on,
    labels: row.labels,
    publicMessage: row.public_message,
    typeId: row.type_id,
    optionId: row.option_id,
    customCardId: row.custom_card_id,
    extraIds: row.extra_ids,
    extras: row.extras,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerSocials: row.customer_socials,
    message: row.message,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    language: row.language,
    files: row.files,
  };
}
