import { Resolver } from 'node:dns/promises';

const lookUpMs = 3000;
const noRecordCode = 'ENODATA';

/** Whether a domain names a server for its mail, or is one itself (RFC 5321 section 5.1). RFC 7505: `.` says that it takes none. */
export async function takesMail(domain: string, servers: readonly string[] = []): Promise<boolean> {
  const resolver = new Resolver({ timeout: lookUpMs, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  try {
    const exchanges = await resolver.resolveMx(domain);
    return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== noRecordCode) throw error;
    const addresses = await Promise.any([resolver.resolve4(domain), resolver.resolve6(domain)]).catch(
      ({ errors }: AggregateError) => {
        throw errors[0];
      },
    );
    return addresses.length > 0;
  }
}
