import { isUtf8 } from 'node:buffer';
import { maxExtraIssues } from './long-extras.ts';
import { laterPayload } from './payload-later.ts';
import { dropUnreadJson, type ReadKeys } from './unread-json.ts';

/** What a parser makes of this much takes a few milliseconds at most, whatever it is. */
const quicklyParsedBytes = 32 * 1024;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Of both revisions: a key that only one of them knows may stay for the other. */
const readKeys: ReadKeys = {
  all: Object.keys(laterPayload.shape),
  lists: ['extraIds'],
  maxWrongItems: maxExtraIssues,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a payload's text (UTF-8, a leading BOM ignored: C3); undefined, which no JSON stands for, when it is no
 * JSON. Of a long text only what the rules look at: a mebibyte of brackets or keys stops the process for a quarter of a
 * second, and takes 200 MiB.
 */
export function parsePayloadJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes.length > quicklyParsedBytes ? withoutUnread(bytes) : bytes));
  } catch {
    return undefined;
  }
}

function withoutUnread(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) throw new TypeError('The text is not UTF-8');
  const hasMark = byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length));
  return dropUnreadJson(hasMark ? bytes.subarray(byteOrderMark.length) : bytes, readKeys);
}
