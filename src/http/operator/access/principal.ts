import type { FastifyRequest } from 'fastify';
import type { ApiToken, Operator } from '../../../accounts/account-shapes.ts';
import { hasScope, isAtLeast } from '../../../accounts/roles.ts';
import type { Actor } from '../../../events/events.ts';
import type { Permission } from './permissions.ts';

/** A person with a session. */
interface OperatorPrincipal {
  readonly kind: 'operator';
  readonly operator: Operator;
  readonly sessionId: string;
  /** Whether the session still exists. Disabling or removing the account ends its sessions. */
  isStillValid(): Promise<boolean>;
}

/** A program with a token. */
interface TokenPrincipal {
  readonly kind: 'token';
  readonly token: ApiToken;
  isStillValid(): Promise<boolean>;
}

export type Principal = OperatorPrincipal | TokenPrincipal;

export const principalDecorator = 'principal';

/** Returns the caller of a route that is not public. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = request.getDecorator<Principal | null>(principalDecorator);
  if (principal === null) throw new Error('A public route has no authenticated caller');
  return principal;
}

/** Returns the caller of a route that tokens may not call. */
export function operatorPrincipalOf(request: FastifyRequest): OperatorPrincipal {
  const principal = principalOf(request);
  if (principal.kind !== 'operator') throw new Error('The route is not for tokens');
  return principal;
}

export function actorOf(request: FastifyRequest): Actor {
  const principal = principalOf(request);
  return principal.kind === 'operator'
    ? { kind: 'operator', id: principal.operator.id }
    : { kind: 'token', id: principal.token.id };
}

export function mayCall(principal: Principal, permission: Exclude<Permission, 'public'>): boolean {
  if (principal.kind === 'operator') return isAtLeast(principal.operator.role, permission.role);
  return permission.scope !== null && hasScope(principal.token.scopes, permission.scope);
}
