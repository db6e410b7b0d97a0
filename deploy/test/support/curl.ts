import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

export interface CurlResponse {
  /** The status of the last response, or 0 without a response. */
  readonly status: number;
  /** The version as curl names it: `1.1`, `2`. */
  readonly httpVersion: string;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Runs Debian's curl, with a body on its standard input where the arguments contain `-`. Decodes compressed responses.
 */
export async function curl(args: readonly string[], input: Iterable<Buffer> = []): Promise<CurlResponse> {
  const marks = '\n%{response_code} %{http_version}\n%{header_json}';
  const child = spawn('curl', ['--silent', '--compressed', '--max-time', '90', '--write-out', marks, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // curl stops reading its input when it has a response.
  child.stdin.on('error', () => {});
  Readable.from(input).pipe(child.stdin);
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const found = /^(.*)\n(\d+) (\S+)\n(\{.*\})\s*$/s.exec(output);
  if (found === null) throw new Error(`curl ended with ${exitCode}: ${output}`);
  const [, body = '', status, httpVersion = '', headers = '{}'] = found;
  const lists = Object.entries(JSON.parse(headers) as Record<string, readonly string[]>);
  return {
    status: Number(status),
    httpVersion,
    headers: Object.fromEntries(lists.map(([name, values]) => [name.toLowerCase(), values.join(', ')])),
    body,
  };
}

/** The output of a curl that is still receiving. */
export interface CurlStream {
  received(): string;
  leave(): Promise<void>;
}

export function streamByCurl(args: readonly string[]): CurlStream {
  const child: ChildProcess = spawn('curl', ['--silent', '--no-buffer', '--compressed', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let received = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  const ended = once(child, 'close');
  return {
    received: () => received,
    async leave() {
      child.kill();
      await ended;
    },
  };
}
