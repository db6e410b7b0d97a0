import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { LinkSecret } from '../../events/status-links/link-secret.ts';

const idBytes = 16;
/** With the id 33 bytes, which 44 characters hold exactly. So no other text decodes to the same token. */
const macBytes = 17;
const tokenPattern = /^[A-Za-z0-9_-]{44}$/;
/** So that no token of a status page is one of these. */
const purpose = 'opening-notice';

export interface NoticeTokens {
  encode(id: string): Promise<string>;
  /** Resolves with the id, or null when the token is forged. */
  decode(token: string): Promise<string | null>;
}

/** Creates the tokens of links to confirm a notice: the id and an HMAC-SHA-256. */
export function createNoticeTokens(secret: LinkSecret): NoticeTokens {
  return {
    async encode(id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
      return Buffer.concat([bytes, macOf(bytes, await secret())]).toString('base64url');
    },
    async decode(token) {
      const key = await secret();
      const bytes = tokenPattern.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(idBytes + macBytes);
      const id = bytes.subarray(0, idBytes);
      return timingSafeEqual(macOf(id, key), bytes.subarray(idBytes)) ? uuidOf(id) : null;
    },
  };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function macOf(id: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(purpose).update(id).digest().subarray(0, macBytes);
}
