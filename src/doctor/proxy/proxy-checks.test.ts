import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { DoctorChallenge } from '../challenge.ts';
import { createProxyChecks } from './proxy-checks.ts';
import type { ProxyParts } from './proxy-parts.ts';

/** No server listens on this port. */
const address = 'http://127.0.0.1:1';

/** Returns the findings of the checks of this name. */
async function look(name: string, addresses: Pick<ProxyParts, 'publicUrl' | 'inboxUrl'>): Promise<readonly string[]> {
  const checks = createProxyChecks({ ...addresses, hasTrustedProxies: false, challenge: async () => null });
  const findings = await checks.find((check) => check.name === name)?.run(new AbortController().signal);
  return findings?.map(({ found }) => found) ?? [];
}

describe('the checks of a proxy', () => {
  it.each(['proxy.answers', 'proxy.tls', 'proxy.addresses'])(
    'are skipped with both variables named when neither is set: %s',
    async (name) => {
      expect(await look(name, { publicUrl: null, inboxUrl: null })).toEqual([
        'The addresses that people use are not set: PUBLIC_URL, INBOX_URL',
      ]);
    },
  );

  it.each([
    ['proxy.streaming', { publicUrl: `${address}/`, inboxUrl: null }, 'INBOX_URL'],
    ['proxy.uploads', { publicUrl: null, inboxUrl: address }, 'PUBLIC_URL'],
    ['proxy.streaming', { publicUrl: null, inboxUrl: null }, 'INBOX_URL'],
  ] as const)('name only the variable that %s needs: %j', async (name, addresses, variable) => {
    expect(await look(name, addresses)).toEqual([`The address that people use is not set: ${variable}`]);
  });

  it('checks the one address that is set', async () => {
    expect(await look('proxy.answers', { publicUrl: `${address}/`, inboxUrl: null })).toEqual([
      expect.stringContaining('PUBLIC_URL: The address cannot be reached from here'),
    ]);
  });
});

describe('an address that a proxy passes on with a port', () => {
  /** Resolves with the finding for a service that saw these addresses. */
  async function findingOf(seen: { readonly address: string; readonly forwardedFor: string }) {
    const challenge: DoctorChallenge = { ask: async () => ({ question: 'q', answer: 'a' }), answer: async () => 'a' };
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.end(`data: ${JSON.stringify({ answer: 'a', listener: 'form', ...seen })}\n\n`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const parts = { publicUrl, inboxUrl: null, hasTrustedProxies: true, challenge: async () => challenge };
    try {
      const check = createProxyChecks(parts).find(({ name }) => name === 'proxy.addresses');
      return (await check?.run(new AbortController().signal))?.[0]?.found;
    } finally {
      server.close();
    }
  }

  it.each(['203.0.113.7:4711', '[2001:db8::9]:4711', '203.0.113.7'])(
    'is that of the client: %s',
    async (forwardedFor) => {
      const address = forwardedFor.includes('[') ? '2001:db8::9' : '203.0.113.7';
      expect(await findingOf({ address, forwardedFor })).toBe('PUBLIC_URL: The address of the client arrives');
    },
  );

  it('is detected when the client invented it', async () => {
    expect(await findingOf({ address: '203.0.113.7', forwardedFor: '192.0.2.1:80' })).toContain(
      'as the client wrote it',
    );
  });
});
