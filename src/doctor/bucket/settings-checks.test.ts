import { describe, expect, it } from 'vitest';
import type { LifecycleRule } from '../../platform/objects/bucket-probe.ts';
import {
  readDefaultRetention,
  readLifecycleRules,
  readPublicPermissions,
} from '../../platform/objects/s3/bucket-settings.ts';
import { judgeLifecycle, judgeRetention, judgeVersioning } from './settings-checks.ts';

const rule = (changes: Partial<LifecycleRule> = {}): LifecycleRule => ({
  id: 'rule',
  prefix: '',
  expires: false,
  noncurrentDays: null,
  movesTo: [],
  ...changes,
});

describe('versioning', () => {
  it.each([
    ['off', [], 'ok'],
    ['on', [], 'wrong'],
    ['on', [rule({ noncurrentDays: 30 })], 'ok'],
    ['on', [rule({ noncurrentDays: 31 })], 'warning'],
    ['on', [rule({ noncurrentDays: 1, prefix: 'commissions/' })], 'ok'],
    ['on', [rule({ noncurrentDays: 1, prefix: 'commissions/erasures/' })], 'wrong'],
    ['on', [rule({ noncurrentDays: 1, prefix: 'other/' })], 'wrong'],
    ['suspended', [], 'warning'],
    ['suspended', [rule({ noncurrentDays: 1 })], 'ok'],
  ] as const)('is judged with its rules: %s, %j, %s', (versioning, rules, verdict) => {
    expect(judgeVersioning(versioning, rules).verdict).toBe(verdict);
  });
});

describe('a lifecycle rule', () => {
  it.each([
    [rule(), 'ok'],
    [rule({ expires: true }), 'wrong'],
    [rule({ expires: true, prefix: 'comm' }), 'wrong'],
    [rule({ expires: true, prefix: 'commissions/0' }), 'wrong'],
    [rule({ expires: true, prefix: 'logs/' }), 'ok'],
    [rule({ expires: true, prefix: 'doctor/' }), 'ok'],
    [rule({ movesTo: ['STANDARD_IA'] }), 'ok'],
    [rule({ movesTo: ['STANDARD_IA', 'DEEP_ARCHIVE'] }), 'wrong'],
    [rule({ noncurrentDays: 3 }), 'ok'],
  ])('is judged by the objects that it removes: %j is %s', (one, verdict) => {
    expect(judgeLifecycle([rule(), one]).verdict).toBe(verdict);
  });
});

describe('object lock', () => {
  it('takes a default retention for a contradiction to erasure', () => {
    expect(judgeRetention(null).verdict).toBe('ok');
    expect(judgeRetention('COMPLIANCE for 30 days')).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('30 days'),
    });
  });
});

describe('an answer of AWS', () => {
  it('takes the rules that are enabled and need no tag', () => {
    const xml = `<?xml version="1.0"?><LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
      <Rule><ID>old</ID><Filter><Prefix>commissions/</Prefix></Filter><Status>Enabled</Status>
        <Transition><Days>30</Days><StorageClass>GLACIER</StorageClass></Transition>
        <Expiration><Days>365</Days></Expiration>
        <NoncurrentVersionExpiration><NoncurrentDays>7</NoncurrentDays></NoncurrentVersionExpiration></Rule>
      <Rule><ID>marks</ID><Prefix/><Status>Enabled</Status>
        <Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration></Rule>
      <Rule><ID>off</ID><Prefix/><Status>Disabled</Status><Expiration><Days>1</Days></Expiration></Rule>
      <Rule><ID>tagged</ID><Filter><And><Prefix/><Tag><Key>a</Key><Value>b</Value></Tag></And></Filter>
        <Status>Enabled</Status><Expiration><Days>1</Days></Expiration></Rule>
      </LifecycleConfiguration>`;
    expect(readLifecycleRules(xml)).toEqual([
      { id: 'old', prefix: 'commissions/', expires: true, noncurrentDays: 7, movesTo: ['GLACIER'] },
      { id: 'marks', prefix: '', expires: false, noncurrentDays: null, movesTo: [] },
    ]);
  });

  it('takes the default retention', () => {
    const lock = (rule: string) =>
      `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled>${rule}</ObjectLockConfiguration>`;
    const retention = '<Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>30</Days></DefaultRetention></Rule>';
    expect(readDefaultRetention(lock(retention))).toBe('GOVERNANCE for 30 days');
    expect(readDefaultRetention(lock(''))).toBeNull();
  });

  it('takes the grants to everybody', () => {
    const grant = (uri: string, permission: string) =>
      `<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Group"><URI>${uri}</URI></Grantee>` +
      `<Permission>${permission}</Permission></Grant>`;
    const groups = 'http://acs.amazonaws.com/groups';
    const xml = `<AccessControlPolicy><AccessControlList>${grant(`${groups}/global/AllUsers`, 'READ')}${grant(
      `${groups}/global/AuthenticatedUsers`,
      'WRITE',
    )}${grant(`${groups}/s3/LogDelivery`, 'WRITE')}</AccessControlList></AccessControlPolicy>`;
    expect(readPublicPermissions(xml)).toEqual(['READ', 'WRITE']);
  });
});
