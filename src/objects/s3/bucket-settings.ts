import type { LifecycleRule } from '../bucket-probe.ts';
import { elements, elementText } from './response.ts';

const everybody = /^http:\/\/acs\.amazonaws\.com\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/;

/** The response to GetBucketVersioning. */
export function readVersioning(xml: string): 'off' | 'on' | 'suspended' {
  const status = elementText(xml, 'Status');
  if (status === '') return 'off';
  return status === 'Enabled' ? 'on' : 'suspended';
}

/** The response to GetBucketLifecycleConfiguration. The service gives its objects no tags, so that rules for tags leave them alone. */
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
        // Without either it removes marks of deletion alone.
        expires: elementText(expiration, 'Days') !== '' || elementText(expiration, 'Date') !== '',
        noncurrentDays: days === '' ? null : Number(days),
        movesTo: elements(rule, 'Transition').map((transition) => elementText(transition, 'StorageClass')),
      };
    });
}

/** The response to GetObjectLockConfiguration: `GOVERNANCE for 30 days`, or null. */
export function readDefaultRetention(xml: string): string | null {
  const [retention] = elements(xml, 'DefaultRetention');
  if (retention === undefined) return null;
  const days = elementText(retention, 'Days');
  const length = days === '' ? `${elementText(retention, 'Years')} years` : `${days} days`;
  return `${elementText(retention, 'Mode')} for ${length}`;
}

/** The response to GetBucketPolicyStatus. */
export function readIsPublic(xml: string): boolean {
  return elementText(xml, 'IsPublic').toLowerCase() === 'true';
}

/** The response to GetBucketAcl. */
export function readPublicPermissions(xml: string): string[] {
  return elements(xml, 'Grant')
    .filter((grant) => everybody.test(elementText(grant, 'URI')))
    .map((grant) => elementText(grant, 'Permission'));
}
