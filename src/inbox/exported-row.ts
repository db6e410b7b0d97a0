import { requestNumberOf } from '../submission/request-number.ts';

/**
 * What the JSON of an `ExportedRequest` is made of, of `submitted_commission_requests r`. PostgreSQL writes it, in the order
 * and the form of the API's: a million requests as objects cost several times as much, and leave gigabytes of garbage.
 */
export const exportedColumns = `
  r.id,
  (select row_to_json(rest) from (
     select to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", r.status, r.version,
       r.unread, r.due_on as "dueOn", r.labels, r.public_message as "publicMessage", r.type_id as "typeId",
       r.option_id as "optionId", r.custom_card_id as "customCardId", r.extra_ids as "extraIds",
       array(
         select row_to_json(extra) from (
           select e.id, coalesce(e.name, e.id) as name
           from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id
         ) extra order by extra.id
       ) as extras,
       r.customer_name as "customerName", r.customer_email as "customerEmail", r.customer_socials as "customerSocials",
       r.message, r.ip_address as "ipAddress", r.user_agent as "userAgent", r.language,
       array(
         select row_to_json(file) from (
           select f.position, f.original_file as name, f.file_type as type, f.file_size as size, f.sha256, f.preview
           from commission_request_files f where f.request_id = r.id
         ) file order by file.position
       ) as files
   ) rest)::text as rest`;

export interface ExportedRow {
  readonly id: string;
  /** All but the identifier and the number, as a JSON object. */
  readonly rest: string;
}

/** JSON. */
export function exportedRequestOf({ id, rest }: ExportedRow): string {
  return `{"id":"${id}","number":"${requestNumberOf(id)}",${rest.slice(1)}`;
}
