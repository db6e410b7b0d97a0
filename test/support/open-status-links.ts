import type { Pool } from 'pg';
import { createStatusReader } from '../../src/status-links/create-status-reader.ts';
import { createLinkSecret } from '../../src/status-links/link-secret.ts';
import { createStatusTokens } from '../../src/status-links/status-tokens.ts';
import { createStatusUrls } from '../../src/status-links/status-url.ts';

/** The status links of one database, as the customers' side takes them. */
export function openStatusLinks(pool: Pool) {
  const statusTokens = createStatusTokens(createLinkSecret(pool));
  return {
    statusTokens,
    statusReader: createStatusReader(pool),
    statusUrlOf: createStatusUrls(statusTokens, { publicUrl: null, publicPath: '/' }),
  };
}
