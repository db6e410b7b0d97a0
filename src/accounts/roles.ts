/** What an operator may do, from least to most. Each role may do what those before it may. */
export const operatorRoles = ['viewer', 'operator', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** What a token may do. `write` and `erase` imply `read`. */
export const tokenScopes = ['read', 'write', 'erase'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Whether `role` may do what `required` may. */
export function isAtLeast(role: OperatorRole, required: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(required);
}

/** Whether a token with `scopes` has `required`, given or implied. */
export function hasScope(scopes: readonly TokenScope[], required: TokenScope): boolean {
  return scopes.includes(required) || (required === 'read' && scopes.length > 0);
}
