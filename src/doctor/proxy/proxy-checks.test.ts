import { describe, expect, it } from 'vitest';
import { createProxyChecks } from './proxy-checks.ts';
import type { ProxyParts } from './proxy-parts.ts';

/** Nothing listens there. */
const address = 'http://127.0.0.1:1';

/** Returns what the checks of this name found. */
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

  it('looks at the one address that is set', async () => {
    expect(await look('proxy.answers', { publicUrl: `${address}/`, inboxUrl: null })).toEqual([
      expect.stringContaining('PUBLIC_URL: The address cannot be reached from here'),
    ]);
  });
});
