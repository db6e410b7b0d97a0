import { describe, expect, it } from 'vitest';
import { createNodeOptionsCheck } from './environment-checks.ts';

const { signal } = new AbortController();

async function check(options: string, acceptsAnyCertificate = false): Promise<readonly string[]> {
  const facts = { options, acceptsAnyCertificate, memoryBytes: 512 * 1024 ** 2 };
  const findings = await createNodeOptionsCheck(facts).run(signal);
  return findings.map(({ verdict, found, remedy = '' }) => `${verdict} ${found} | ${remedy}`);
}

describe('the check of the options of Node.js', () => {
  it.each(['', '--enable-source-maps', '--max-old-space-size=256 --dns-result-order=ipv4first'])(
    'has nothing against %j',
    async (options) => {
      expect(await check(options)).toEqual([expect.stringMatching(/^ok /)]);
    },
  );

  it.each([
    ['--inspect', 'wrong', "debugger's port"],
    ['--inspect-brk=0.0.0.0:9229', 'wrong', "debugger's port"],
    ['--openssl-legacy-provider', 'warning', 'weakens'],
    ['--tls-min-v1.0', 'warning', 'weakens'],
    ['--max_old_space_size=4096', 'warning', '512 MiB'],
  ])('names an option that was left from another use: %s', async (option, verdict, found) => {
    const [line, ...others] = await check(`--no-warnings ${option}`);
    expect(others).toEqual([]);
    expect(line).toMatch(new RegExp(`^${verdict} NODE_OPTIONS has .*${found}`));
    expect(line).toContain(`| Remove ${option.replaceAll('_', '-')} from NODE_OPTIONS`);
  });

  it('names certificates that are not verified', async () => {
    expect(await check('', true)).toEqual([expect.stringMatching(/^wrong NODE_TLS_REJECT_UNAUTHORIZED is 0/)]);
  });
});
