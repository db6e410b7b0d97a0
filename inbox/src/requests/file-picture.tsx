import type { RequestFile } from '../api/shapes.ts';
import { mayHavePreview } from './may-have-preview.ts';
import { usePictureFailure } from './use-picture-failure.ts';
import { usePictureTurn } from './use-picture-turn.ts';

export interface FilePictureProps {
  readonly file: RequestFile;
  /** Path of the preview. */
  readonly path: string;
}

/** The small preview of a file, or an icon. Decorative: other elements name the file. */
export function FilePicture({ file, path }: FilePictureProps) {
  const [hasFailed, fail] = usePictureFailure(path);
  if (!mayHavePreview(file) || hasFailed) {
    return (
      <span class="picture icon" aria-hidden="true">
        {endingOf(file.name)}
      </span>
    );
  }
  if (file.preview) return <img class="picture" src={path} alt="" loading="lazy" decoding="async" onError={fail} />;
  return <NewPicture path={path} onFailure={fail} />;
}

interface NewPictureProps {
  readonly path: string;
  onFailure(): void;
}

/** A preview that the service may have to make first. */
function NewPicture({ path, onFailure }: NewPictureProps) {
  const { frame, isOn, end } = usePictureTurn(path);
  return (
    <img
      class="picture"
      ref={frame}
      {...(isOn && { src: path })}
      alt=""
      decoding="async"
      onLoad={end}
      onError={onFailure}
    />
  );
}

const maxEndingCharacters = 4;

function endingOf(name: string): string {
  const ending = /\.([\p{L}\p{N}]+)$/u.exec(name)?.[1] ?? '';
  return ending.length > 0 && ending.length <= maxEndingCharacters ? ending.toLowerCase() : '•';
}
