import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { LinkSecret } from './link-secret.ts';
import type { StatusLink, StatusTokens, StatusUrlOf } from './status-links.ts';

const idBytes = 16;
const versionBytes = 4;
const linkBytes = idBytes + versionBytes;
const macBytes = 16;

/** 48 characters hold exactly 36 bytes. Without spare bits, no other text decodes to the same token. */
const tokenPattern = /^[A-Za-z0-9_-]{48}$/;

/** Creates tokens of the request's id, the version and the first half of their HMAC-SHA-256, all in base64url. */
export function createStatusTokens(secret: LinkSecret): StatusTokens {
  return {
    async encode(link) {
      const content = contentOf(link);
      return Buffer.concat([content, macOf(content, await secret())]).toString('base64url');
    },
    async decode(token) {
      const key = await secret();
      // A malformed token is compared too, so that its rejection takes as long as that of a guessed token.
      const bytes = tokenPattern.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(linkBytes + macBytes);
      const content = bytes.subarray(0, linkBytes);
      return timingSafeEqual(macOf(content, key), bytes.subarray(linkBytes)) ? linkOf(content) : null;
    },
  };
}

interface PublicAddress {
  /** Ends with `/`, or null when the URL is not configured. */
  readonly publicUrl: string | null;
  /** Begins and ends with `/`. */
  readonly publicPath: string;
}

export function createStatusUrls(tokens: StatusTokens, { publicUrl, publicPath }: PublicAddress): StatusUrlOf {
  const root = publicUrl ?? publicPath;
  return async (link) => `${root}requests/${await tokens.encode(link)}`;
}

function contentOf({ requestId, version }: StatusLink): Buffer {
  const content = Buffer.alloc(linkBytes);
  content.write(requestId.replaceAll('-', ''), 'hex');
  content.writeUInt32BE(version, idBytes);
  return content;
}

function linkOf(content: Buffer): StatusLink {
  const hex = content.toString('hex', 0, idBytes);
  const requestId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { requestId, version: content.readUInt32BE(idBytes) };
}

function macOf(content: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(content).digest().subarray(0, macBytes);
}
