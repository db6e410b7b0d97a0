import { objectStoreProblem, type StoreNames, statusOf } from '../../intake/readiness/object-store-problem.ts';
import { codeOf } from '../../intake/readiness/problem.ts';
import { failureText } from '../../platform/failure/errors.ts';
import { type Finding, sentence, skipped, wrong } from '../check.ts';

const rights = 'Allow them to list, read, write and delete objects below commissions/ and doctor/';

/**
 * Returns the finding for a failed call.
 * @param action The operation that failed: `write objects`.
 */
export function storeFailure(cause: unknown, action: string, names: StoreNames): Finding {
  if (isRefused(cause)) {
    return wrong(`The credentials may not ${action} in the bucket ${names.bucket}: ${failureText(cause)}`, {
      remedy: rights,
    });
  }
  const { what, remedy } = objectStoreProblem(cause, names);
  return wrong(`${what}: ${failureText(cause)}`, { remedy: sentence(remedy) });
}

/** True when the store accepts the credentials but denies the operation. A response to HEAD has no code. */
export function isRefused(cause: unknown): boolean {
  return statusOf(cause) === 403 && ['AccessDenied', ''].includes(codeOf(cause));
}

/** True when the store does not have the function. */
export function isNotOffered(cause: unknown): boolean {
  return [405, 501].includes(statusOf(cause)) || ['NotImplemented', 'MethodNotAllowed'].includes(codeOf(cause));
}

/**
 * Returns the finding for a setting that could not be read, which is no fault of the bucket.
 * @param setting The name of the setting: `versioning`.
 */
export function settingFailure(cause: unknown, setting: string, names: StoreNames): Finding {
  if (isNotOffered(cause)) return skipped(`The store does not report ${setting}`);
  if (isRefused(cause)) return skipped(`The credentials may not read ${setting}: check it in the store's console`);
  return storeFailure(cause, `read ${setting}`, names);
}
