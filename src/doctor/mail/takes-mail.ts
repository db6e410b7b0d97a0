import { Resolver } from 'node:dns/promises';

const lookUpMs = 3000;
const noRecordCode = 'ENODATA';

/** Whether a domain has an MX or else an address (RFC 5321 section 5.1). An MX of `.` means no mail (RFC 7505). */
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
