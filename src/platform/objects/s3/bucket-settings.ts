import type { LifecycleRule } from '../bucket-probe.ts';
import { elements, elementText } from './response.ts';

const everybody = /^http:\/\/acs\.amazonaws\.com\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/;

/** Reads the response to GetBucketVersioning. */
export function readVersioning(xml: string): 'off' | 'on' | 'suspended' {
  const status = elementText(xml, 'Status');
  if (status === '') return 'off';
  return status === 'Enabled' ? 'on' : 'suspended';
}

/** Reads the response to GetBucketLifecycleConfiguration. Omits rules with tags: the service's objects have no tags. */
export function readLifecycleRules(xml: string): LifecycleRule[] {
  return elements(xml, 'Rule')
    .filter((rule) => elementText(rule, 'Status') === 'Enabled' && elements(rule, 'Tag').length === 0)
    .map((rule) => {
      const [noncurrent = ''] = elements(rule, 'NoncurrentVersionExpiration');
      const [expiration = ''] = elements(rule, 'Expiration');
      const days = elementText(noncurrent, 'NoncurrentDays');
      return {
        id: elementText(rule, 'ID'),
        prefix: elementText(rule, 'Prefix'),
        // An expiration without days and date removes only delete markers.
        expires: elementText(expiration, 'Days') !== '' || elementText(expiration, 'Date') !== '',
        noncurrentDays: days === '' ? null : Number(days),
        movesTo: elements(rule, 'Transition').map((transition) => elementText(transition, 'StorageClass')),
      };
    });
}

/** Reads the response to GetObjectLockConfiguration: `GOVERNANCE for 30 days`, or null. */
export function readDefaultRetention(xml: string): string | null {
  const [retention] = elements(xml, 'DefaultRetention');
  if (retention === undefined) return null;
  const days = elementText(retention, 'Days');
  const length = days === '' ? `${elementText(retention, 'Years')} years` : `${days} days`;
  return `${elementText(retention, 'Mode')} for ${length}`;
}

/** Reads the response to GetBucketPolicyStatus. */
export function readIsPublic(xml: string): boolean {
  return elementText(xml, 'IsPublic').toLowerCase() === 'true';
}

/** Reads the response to GetBucketAcl. */
export function readPublicPermissions(xml: string): string[] {
  return elements(xml, 'Grant')
    .filter((grant) => everybody.test(elementText(grant, 'URI')))
    .map((grant) => elementText(grant, 'Permission'));
}
