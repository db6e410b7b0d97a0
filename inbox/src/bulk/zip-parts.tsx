import { useState } from 'preact/hooks';
import { apiPath } from '../api/send.ts';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { DownloadLink } from '../parts/download-link.tsx';

interface ZipPart {
  /** Value of the query parameter that requests this part. */
  readonly part: string;
  readonly requests: number;
  readonly files: number;
  readonly bytes: number;
}

/** Links to the files of a filter as one or more zips. @param query The filter's query. */
export function ZipParts({ query }: { readonly query: string }) {
  const { call } = useInbox();
  const translator = useTranslator();
  const { text, size } = translator;
  const [listed, setListed] = useState<{ query: string; parts: readonly ZipPart[] } | null>(null);
  const [fault, setFault] = useState('');
  const parts = listed?.query === query ? listed.parts : null;

  async function load(): Promise<void> {
    setFault('');
    try {
      const { items } = await call<{ items: readonly ZipPart[] }>('GET', `/requests.zip/parts?${query}`);
      setListed({ query, parts: items });
    } catch (error) {
      setFault(failureText(translator, error));
    }
  }

  return (
    <>
      {parts === null && (
        <button type="button" class="quiet small" onClick={() => void load()}>
          {text('exportZip')}
        </button>
      )}
      {parts?.length === 0 && <span class="muted">{text('filesNone')}</span>}
      {parts?.map(({ part, files, bytes }, index) => (
        <DownloadLink key={part} href={`${apiPath}/requests.zip?${query}&part=${encodeURIComponent(part)}`}>
          {text('exportZipPart', { part: index + 1, total: parts.length, count: files, size: size(bytes) })}
        </DownloadLink>
      ))}
      {fault !== '' && (
        <span class="fault" role="alert">
          {fault}
        </span>
      )}
    </>
  );
}
