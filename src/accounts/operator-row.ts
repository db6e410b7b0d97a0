import type { Operator } from './accounts.ts';
import type { OperatorRole } from './roles.ts';

/** The columns of `operators o` that an `Operator` is made of. */
export const operatorColumns =
  'o.id, o.email, o.name, o.role, o.password_hash is not null as has_password, o.created_at, o.last_sign_in_at, o.disabled_at';

export interface OperatorRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly has_password: boolean;
  readonly created_at: Date;
  readonly last_sign_in_at: Date | null;
  readonly disabled_at: Date | null;
}

export function operatorOf(row: OperatorRow): Operator {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    hasPassword: row.has_password,
    isDisabled: row.disabled_at !== null,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  };
}
