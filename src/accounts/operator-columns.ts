/** The columns of an `Operator`, for a query on `operators o`. */
export const operatorColumns = `
  o.id, o.email, o.name, o.role, o.password_hash is not null as "hasPassword", o.disabled_at is not null as "isDisabled",
  o.created_at as "createdAt", o.last_sign_in_at as "lastSignInAt"`;
