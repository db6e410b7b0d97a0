/** The roles of operators, from least to most permissions. Each role includes the permissions of all before it. */
export const operatorRoles = ['viewer', 'operator', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The scopes of API tokens. `write` and `erase` imply `read`. With `intake` a form is never held. */
export const tokenScopes = ['read', 'write', 'erase', 'intake'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Whether `role` includes the permissions of `required`. */
export function isAtLeast(role: OperatorRole, required: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(required);
}

/** Whether `scopes` contain or imply `required`. */
export function hasScope(scopes: readonly TokenScope[], required: TokenScope): boolean {
  return scopes.includes(required) || (required === 'read' && scopes.some((scope) => scope !== 'intake'));
}
