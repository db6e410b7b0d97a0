import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverAccount } from '../../src/platform/database/embedded/account.ts';

const others = 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';
const postgres = 'postgres:x:101:104::/var/lib/postgresql:/bin/bash\n';

let root: string;
let passwd: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'accounts-'));
  passwd = join(root, 'etc/passwd');
  await mkdir(join(root, 'etc'));
  await writeFile(passwd, others);
});

afterEach(() => rm(root, { recursive: true }));

describe("PostgreSQL's account, where root starts it,", () => {
  it('is commissions before postgres', async () => {
    await writeFile(passwd, others + postgres);
    expect(await serverAccount(root)).toEqual({ uid: 101, gid: 104 });
    await writeFile(passwd, `${others}${postgres}commissions:x:990:991::/nonexistent:/usr/sbin/nologin\n`);
    expect(await serverAccount(root)).toEqual({ uid: 990, gid: 991 });
  });

  // Only root can add accounts, even to these test files.
  it('is added to a system that has neither, once', async () => {
    await writeFile(join(root, 'etc/group'), 'root:x:0:\nnogroup:x:65534:\n');
    const one = await serverAccount(root);
    expect(await serverAccount(root)).toEqual(one);
    expect(one.uid).not.toBe(65_534);
    expect(one.uid).toBeGreaterThan(0);
    expect(await readFile(passwd, 'utf8')).toMatch(/^commissions:[x!]:\d+:\d+::\/nonexistent:\/usr\/sbin\/nologin$/m);
  });

  it('is the same for starts that add it at once', async () => {
    await writeFile(join(root, 'etc/group'), 'root:x:0:\nnogroup:x:65534:\n');
    const accounts = await Promise.all(Array.from({ length: 6 }, () => serverAccount(root)));
    expect(new Set(accounts.map(({ uid }) => uid)).size).toBe(1);
    expect((await readFile(passwd, 'utf8')).match(/^commissions:/gm)).toHaveLength(1);
  });

  it('is asked for where it cannot be added, and never falls back to the account without rights', async () => {
    await mkdir(join(root, 'etc/group'));
    await expect(serverAccount(root)).rejects.toThrow(/account commissions .* could not be added .*DATABASE_URL/s);
  });
});
