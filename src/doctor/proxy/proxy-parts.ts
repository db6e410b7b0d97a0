import type { Connecting } from '../certificate.ts';
import type { DoctorChallenge } from '../challenge.ts';

/** The two addresses of the service as others use them. */
export interface ProxyParts {
  /** `PUBLIC_URL`, ends with `/`; null when it is not set, and where this process takes no commissions. */
  readonly publicUrl: string | null;
  /** `INBOX_URL`, likewise. */
  readonly inboxUrl: string | null;
  readonly hasTrustedProxies: boolean;
  /** Null where there is no database yet. Rejects when it cannot be reached. */
  challenge(): Promise<DoctorChallenge | null>;
  /** How connections are made; absent: as Node makes them. */
  readonly connect?: Connecting;
}

export interface OutsideAddress {
  /** The variable that holds it. */
  readonly variable: 'PUBLIC_URL' | 'INBOX_URL';
  /** Ends with `/`. */
  readonly url: URL;
}

export function addressesOf({ publicUrl, inboxUrl }: ProxyParts): readonly OutsideAddress[] {
  return [
    ...(publicUrl === null ? [] : [{ variable: 'PUBLIC_URL', url: new URL(publicUrl) } as const]),
    ...(inboxUrl === null ? [] : [{ variable: 'INBOX_URL', url: new URL(`${inboxUrl}/`) } as const]),
  ];
}
