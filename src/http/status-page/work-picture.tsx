import { picturePath } from '../../studio/pictures/studio-pictures.ts';
import type { PageContext } from './status-document.tsx';

/** The icon `image` of Lucide. */
const placeholder =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M9 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4M21 15l-3.1-3.1a2 2 0 0 0-2.8 0L6 21';

interface WorkPictureProps {
  readonly typeId: string | null;
  readonly context: PageContext;
}

/** The studio's first example of a type, never a file of a customer. The words beside it say the same. */
export function WorkPicture({ typeId, context: { types, root } }: WorkPictureProps) {
  const example = types.find(({ id }) => id === typeId)?.pictures[0];
  if (example === undefined) {
    return (
      <svg class="work-picture" viewBox="-12 -12 48 48" aria-hidden="true">
        <path d={placeholder} />
      </svg>
    );
  }
  return <img class="work-picture" src={root + picturePath(example.sha256, 'small')} alt="" />;
}
