import { useEffect, useState } from 'preact/hooks';
import { useInbox } from '../model/inbox-context.ts';
import type { Studio } from './draft/draft-shapes.ts';
import { pictureUrl, type UploadedPicture } from './fields/studio-picture.ts';

/** The loaded pictures by their SHA-256. */
export type DraftPictures = ReadonlyMap<
  string,
  { readonly width: number; readonly height: number; readonly bytes: Blob }
>;

const retryMs = 5000;
const mostAttempts = 5;

/** Returns those pictures of the document that are loaded. */
export function useDraftPictures({ logo, types }: Studio): DraftPictures {
  const { call } = useInbox();
  const [pictures, setPictures] = useState<DraftPictures>(new Map());
  const named = [logo, ...types.flatMap(({ pictures }) => pictures)].flatMap((picture) => picture?.sha256 ?? []);
  const unknown = named.filter((sha256) => !pictures.has(sha256)).join();
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (unknown === '') return;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const { items } = await call<{ readonly items: readonly UploadedPicture[] }>('GET', '/studio/pictures');
      const wanted = items.filter(({ sha256 }) => unknown.includes(sha256));
      const loaded = await Promise.allSettled(
        wanted.map(async ({ sha256, small }) => [sha256, { ...small, bytes: await bytesOf(sha256) }] as const),
      );
      const arrived = loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      setPictures((known) => new Map([...known, ...arrived]));
      if (arrived.length < wanted.length) throw new Error('Some pictures are missing');
    };
    // Until then the preview lacks them.
    load().catch(() => {
      if (attempt < mostAttempts) retry = setTimeout(() => setAttempt(attempt + 1), retryMs);
    });
    return () => clearTimeout(retry);
  }, [unknown, attempt]);
  return pictures;
}

async function bytesOf(sha256: string): Promise<Blob> {
  const response = await fetch(pictureUrl(sha256));
  if (!response.ok) throw new Error(`The picture is answered with ${response.status}`);
  return response.blob();
}
