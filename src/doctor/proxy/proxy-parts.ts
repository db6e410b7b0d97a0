import type { Connecting } from '../certificate.ts';
import type { DoctorChallenge } from '../challenge.ts';

/** The public addresses of the service, and how to reach them. */
export interface ProxyParts {
  /** `PUBLIC_URL`, which ends with `/`, or null when it is not set. */
  readonly publicUrl: string | null;
  /** `INBOX_URL`, which ends without `/`, or null when it is not set or the inbox is off. */
  readonly inboxUrl: string | null;
  readonly hasTrustedProxies: boolean;
  /** Resolves with null when there is no database yet. Rejects when the database cannot be reached. */
  challenge(): Promise<DoctorChallenge | null>;
  /** Options of the connections. Absent for Node's defaults. */
  readonly connect?: Connecting;
}

export interface OutsideAddress {
  readonly variable: 'PUBLIC_URL' | 'INBOX_URL';
  /** The listener that the address should lead to. */
  readonly listener: 'form' | 'inbox';
  /** Ends with `/`. */
  readonly url: URL;
}

export function addressesOf({ publicUrl, inboxUrl }: ProxyParts): readonly OutsideAddress[] {
  return [
    ...(publicUrl === null ? [] : [{ variable: 'PUBLIC_URL', listener: 'form', url: new URL(publicUrl) } as const]),
    ...(inboxUrl === null ? [] : [{ variable: 'INBOX_URL', listener: 'inbox', url: new URL(`${inboxUrl}/`) } as const]),
  ];
}
