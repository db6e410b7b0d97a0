import { requestNumberOf } from '../../customers/submission/request-number.ts';
import { fieldColumns, openingColumns, revisionColumn } from './field-columns.ts';
import type { InboxRequest } from './request-shape.ts';

/** The columns of a `RequestRow`, from `submitted_commission_requests r`. */
export const requestColumns = `
  r.id, r.created_at as "createdAt", r.status, r.version, r.unread, r.due_on::text as "dueOn", r.labels,
  r.public_message as "publicMessage", ${fieldColumns}, ${revisionColumn}, ${openingColumns},
  (select coalesce(json_agg(json_build_object('id', e.id, 'name', coalesce(e.name, e.id)) order by e.id), '[]')
   from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id) as extras,
  (select coalesce(json_agg(json_build_object(
     'position', f.position, 'name', f.original_file, 'type', f.file_type, 'size', f.file_size, 'sha256', f.sha256,
     'preview', f.preview, 'width', f.width, 'height', f.height, 'previewProblem', f.preview_problem
   ) order by f.position), '[]')
   from commission_request_files f where f.request_id = r.id) as files`;

export type RequestRow = Omit<InboxRequest, 'number' | 'arrival' | 'rank'> & {
  readonly arrival: InboxRequest['arrival'] | null;
  readonly rank: number | null;
};

export function inboxRequestOf({ id, arrival, rank, ...row }: RequestRow): InboxRequest {
  const opening = { ...(arrival && { arrival }), ...(rank !== null && { rank }) };
  return { id, number: requestNumberOf(id), ...row, ...opening };
}
