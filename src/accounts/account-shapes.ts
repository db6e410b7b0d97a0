import { z } from 'zod';
import type { Shape } from '../platform/shapes/shape.ts';
import { storableText } from '../platform/shapes/storable-text.ts';
import { emailAddress, instant, named, storedId, trimmedText } from '../platform/shapes/values.ts';
import { logo } from '../studio/catalogue/shown-picture.ts';
import { operatorRoles, tokenScopes } from './roles.ts';

const role = z.enum(operatorRoles);

/** Limited, so that clients cannot have megabytes hashed. The routes report each broken rule of a new password. */
const password = z.string().min(1).max(1024);

const newPasswordText = password
  .meta({ minLength: 12, maxLength: 256 })
  .describe('12 to 256 characters. The most common passwords are rejected');

const linkToken = z.string().min(1).max(200);

export const operator = named(
  'Operator',
  z.object({
    id: storedId,
    email: z.string(),
    name: z.string(),
    role,
    hasPassword: z.boolean().describe('False when the account signs in only with OpenID Connect'),
    isDisabled: z.boolean(),
    createdAt: z.date(),
    lastSignInAt: z.date().nullable(),
  }),
);

/** The account of a person who works on requests. */
export type Operator = Shape<typeof operator>;

export const operatorList = named('OperatorList', z.object({ items: z.array(operator) }));

export const operatorPatch = named(
  'OperatorPatch',
  z
    .strictObject({ role: role.optional(), isDisabled: z.boolean().optional() })
    .refine((change) => Object.keys(change).length > 0, 'The change must have at least one field'),
);

const createdBy = storedId.nullable().describe('The owner who made it, or null: made from the shell of the host');

const invitation = named(
  'Invitation',
  z.object({ id: storedId, email: z.string(), role, createdBy, createdAt: z.date(), expiresAt: z.date() }),
);

/** An invitation to create an account, as owners see it. */
export type Invitation = Shape<typeof invitation>;

export const invitationList = named('InvitationList', z.object({ items: z.array(invitation) }));

export const newInvitation = named('NewInvitation', z.strictObject({ email: emailAddress, role }));

export const createdInvitation = named(
  'CreatedInvitation',
  z.object({
    invitation,
    url: z.string().describe('The link for the person. It is shown only once and is valid for seven days'),
  }),
);

const session = z.object({
  id: storedId,
  createdAt: z.date(),
  usedAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});

/** A signed-in browser. */
export type Session = Shape<typeof session>;

const listedSession = named('Session', session.extend({ isCurrent: z.boolean() }));

/** A session in the list that its own account gets. */
export type ListedSession = Shape<typeof listedSession>;

export const sessionList = named('SessionList', z.object({ items: z.array(listedSession) }));

export const currentSession = named('CurrentSession', z.object({ operator }));

export type CurrentSession = Shape<typeof currentSession>;

export const credentials = named('Credentials', z.strictObject({ email: storableText().min(1).max(1000), password }));

export const passwordChange = named(
  'PasswordChange',
  z.strictObject({
    current: password.nullable().describe('Null when the account has no password yet'),
    next: newPasswordText,
  }),
);

export const linkQuestion = named('LinkQuestion', z.strictObject({ token: linkToken }));

export const openLink = named(
  'OpenLink',
  z.object({ kind: z.enum(['set-up', 'invitation', 'password']), email: z.string().nullable(), role }),
);

/** The purpose of a link, as shown to the person that opens it. The user of the set-up link chooses the address. */
export type OpenLink = Shape<typeof openLink>;

export const newAccount = named(
  'NewAccount',
  z.strictObject({
    token: linkToken,
    name: trimmedText(200),
    email: emailAddress.optional().describe('Required with the set-up link. An invitation fixes the address'),
    password: newPasswordText,
  }),
);

export const newPassword = named(
  'NewPassword',
  z.strictObject({
    token: linkToken,
    password: newPasswordText,
  }),
);

export const createdPasswordLink = named(
  'CreatedPasswordLink',
  z.object({ url: z.string().describe('The link for the person. It is shown only once'), expiresAt: z.date() }),
);

export const signInOptions = named(
  'SignInOptions',
  z.object({
    openIdConnect: z.boolean(),
    title: z
      .record(z.string(), z.string())
      .nullable()
      .describe('The name of the studio by language, as customers see it'),
    logo: logo.nullable(),
  }),
);

export type SignInOptions = Shape<typeof signInOptions>;

const scopes = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length);

const apiToken = named(
  'ApiToken',
  z.object({
    id: storedId,
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    createdAt: z.date(),
    expiresAt: z.date().nullable(),
    usedAt: z.date().nullable().describe('The last use, accurate to one minute'),
  }),
);

/** A token that gives a program access, without its secret. */
export type ApiToken = Shape<typeof apiToken>;

export const apiTokenList = named('ApiTokenList', z.object({ items: z.array(apiToken) }));

export const newApiToken = named(
  'NewApiToken',
  z.strictObject({
    name: trimmedText(200),
    scopes: scopes.describe('write and erase imply read'),
    expiresAt: instant
      .refine((time) => time.getTime() > Date.now(), 'Must be later than now')
      .nullable()
      .default(null),
  }),
);

export const createdApiToken = named(
  'CreatedApiToken',
  z.object({ token: apiToken, secret: z.string().describe('Shown only once') }),
);

const passwordLink = named(
  'PasswordLink',
  z.object({ id: storedId, operatorId: storedId, createdBy, createdAt: z.date(), expiresAt: z.date() }),
);

/** An open link to a new password, as owners see it. */
export type PasswordLink = Shape<typeof passwordLink>;

export const passwordLinkList = named('PasswordLinkList', z.object({ items: z.array(passwordLink) }));
