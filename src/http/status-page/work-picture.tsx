import { picturePath } from '../../studio/pictures/studio-pictures.ts';

interface WorkPictureProps {
  readonly sha256: string;
  /** The relative path from the page to the form. */
  readonly root: string;
}

/** The studio's first example of a type, never a file of a customer. The words beside it say the same. */
export function WorkPicture({ sha256, root }: WorkPictureProps) {
  return <img class="work-picture" src={root + picturePath(sha256, 'small')} alt="" />;
}

/** The icon `image` of Lucide. */
const image =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2M9 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4M21 15l-3.1-3.1a2 2 0 0 0-2.8 0L6 21';

/** Stands in a list for the picture of a type without one. */
export function NoPicture() {
  return (
    <svg class="work-picture" viewBox="-12 -12 48 48" aria-hidden="true">
      <path d={image} />
    </svg>
  );
}
