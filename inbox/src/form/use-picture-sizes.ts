import { useEffect, useState } from 'preact/hooks';
import { useInbox } from '../model/inbox-context.ts';
import type { Studio } from './draft-shapes.ts';
import type { PictureSizes } from './preview-catalogue.ts';
import type { UploadedPicture } from './upload-picture.ts';

/** Returns the sizes of the document's pictures, which the service knows. */
export function usePictureSizes({ logo, types }: Studio): PictureSizes {
  const { call } = useInbox();
  const [sizes, setSizes] = useState<PictureSizes>(new Map());
  const named = [logo, ...types.flatMap(({ pictures }) => pictures)].flatMap((picture) => picture?.sha256 ?? []);
  const unknown = named.filter((sha256) => !sizes.has(sha256)).join();
  useEffect(() => {
    if (unknown === '') return;
    call<{ readonly items: readonly UploadedPicture[] }>('GET', '/studio/pictures').then(
      ({ items }) => setSizes(new Map(items.map(({ sha256, small }) => [sha256, small]))),
      // Without its size a picture has an usual one.
      () => {},
    );
  }, [unknown]);
  return sizes;
}
