import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { hasProperHost } from './proper-host.ts';

function requestWith(hosts: readonly string[], httpVersion = '1.1'): IncomingMessage {
  return { rawHeaders: ['Accept', 'Host', ...hosts.flatMap((host) => ['host', host])], httpVersion } as IncomingMessage;
}

describe('hasProperHost', () => {
  it.each([
    '',
    'studio.example',
    'a_b:8080',
    '127.0.0.1:3000',
    '[::1]',
    '[2001:db8::9]:443',
    'a:',
    'xn--mller-kva.example',
    'a%20b',
  ])('accepts the host %j', (host) => {
    expect(hasProperHost(requestWith([host]))).toBe(true);
  });

  it.each([
    'a b',
    'a/b',
    'user@a',
    '[::1',
    '[]',
    '[::1%eth0]',
    ':80',
    'a:b',
    'a:80:80',
    'a:65536',
    'é',
    'a%zz',
    '2001:db8::9',
  ])('rejects the host %j', (host) => {
    expect(hasProperHost(requestWith([host]))).toBe(false);
  });

  it('rejects two hosts', () => {
    expect(hasProperHost(requestWith(['a', 'a']))).toBe(false);
  });

  it('accepts a request without a host before HTTP/1.1 only', () => {
    expect(hasProperHost(requestWith([], '1.0'))).toBe(true);
    expect(hasProperHost(requestWith([]))).toBe(false);
  });
});
