import { isIP } from 'node:net';
import { z } from 'zod';
import { isOrigin, listOf } from './values.ts';

export const roles = ['intake', 'inbox', 'upkeep'] as const;

/** A part of the service's work that a process may take. */
type Role = (typeof roles)[number];

/** Role names, separated by commas. */
export const roleList = z.string().transform((text, context): readonly Role[] => {
  const names = text.split(',').map((name) => name.trim());
  const known = roles.filter((role) => names.includes(role));
  if (known.length !== names.length) {
    context.addIssue({ code: 'custom', message: `must list some of ${roles.join(', ')}, each once` });
  }
  return known;
});

/** Addresses and CIDR blocks (RFC 4632). */
export const addressBlocks = listOf((block) =>
  isAddressBlock(block) ? null : 'must be an address such as 10.0.0.7 or a block such as 10.0.0.0/8',
);

function isAddressBlock(text: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return maxBits > 0 && (bits === undefined || Number(bits) <= maxBits);
}

/** The address of a listener as browsers write it, without a path. */
export const originUrl = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(isOrigin, 'must be an address such as https://inbox.example.org, in lower case and without a path');
