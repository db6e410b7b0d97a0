import type { StatusTokens, StatusUrlOf } from './status-links.ts';

interface PublicAddress {
  /** Ends with `/`, or null when the URL is not configured. */
  readonly publicUrl: string | null;
  /** Begins and ends with `/`. */
  readonly publicPath: string;
}

export function createStatusUrls(tokens: StatusTokens, { publicUrl, publicPath }: PublicAddress): StatusUrlOf {
  const root = publicUrl ?? publicPath;
  return async (link) => `${root}requests/${await tokens.encode(link)}`;
}
