import { Archive, File, FileAudio, FileText, FileVideo, type IconNode, ImageOff, Type } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import type { RequestFile } from '../api/shapes.ts';
import { mayHavePreview } from '../model/may-have-preview.ts';
import { usePictureTurn } from './use-picture-turn.ts';

interface FilePictureProps {
  readonly file: RequestFile;
  /** Path of the preview. */
  readonly path: string;
  /** Called when the service may have just found out whether there is a preview. */
  onNew?(): void;
}

/** The small preview of a file, or an icon. Decorative: other elements name the file. */
export function FilePicture({ file, path, onNew }: FilePictureProps) {
  const [hasFailed, fail] = usePictureFailure(path);
  const [isLoaded, setIsLoaded] = useState(false);
  // A picture that is loaded in its turn stays when the service says that it has a preview.
  const [isNew] = useState(!file.preview);
  if (!mayHavePreview(file) || hasFailed) {
    return (
      <span class="picture icon" aria-hidden="true">
        <Icon of={iconOf(file)} />
        <span>{endingOf(file.name)}</span>
      </span>
    );
  }
  const className = isLoaded ? 'picture ground' : 'picture';
  const show = () => setIsLoaded(true);
  if (!isNew) {
    return <img class={className} src={path} alt="" loading="lazy" decoding="async" onLoad={show} onError={fail} />;
  }
  return (
    <NewPicture
      class={className}
      path={path}
      onLoad={() => {
        show();
        onNew?.();
      }}
      onFailure={() => {
        fail();
        onNew?.();
      }}
    />
  );
}

interface NewPictureProps {
  readonly class: string;
  readonly path: string;
  onLoad(): void;
  onFailure(): void;
}

/** A preview that the service may have to make first. */
function NewPicture({ class: className, path, onLoad, onFailure }: NewPictureProps) {
  const { frame, isOn, end } = usePictureTurn(path);
  return (
    <img
      class={className}
      ref={frame}
      {...(isOn && { src: path })}
      alt=""
      decoding="async"
      onLoad={() => {
        end();
        onLoad();
      }}
      onError={onFailure}
    />
  );
}

const maxEndingCharacters = 4;

function endingOf(name: string): string {
  const ending = /\.([\p{L}\p{N}]+)$/u.exec(name)?.[1] ?? '';
  return ending.length > 0 && ending.length <= maxEndingCharacters ? ending.toLowerCase() : '•';
}

const kinds: readonly (readonly [endings: RegExp, icon: IconNode])[] = [
  [/\.(?:jpe?g|jfif|png|webp|gif|avif|hei[cf]s?|bmp|tiff?)$/iu, ImageOff],
  [/\.(?:mp4|m4v|mov|webm|mkv|avi)$/iu, FileVideo],
  [/\.(?:mp3|m4a|wav|flac|ogg|opus|aac)$/iu, FileAudio],
  [/\.(?:pdf|txt|md|rtf|docx?|odt|pages)$/iu, FileText],
  [/\.(?:zip|7z|rar|tar|gz|tgz)$/iu, Archive],
  [/\.(?:ttf|otf|woff2?)$/iu, Type],
];

/** Returns the icon of a file without a preview, by its name. A picture without one is broken or too large. */
function iconOf({ name }: Pick<RequestFile, 'name'>): IconNode {
  return kinds.find(([endings]) => endings.test(name))?.[1] ?? File;
}

/**
 * Tracks whether a picture failed to load. Resets when the browser is online again, so that the picture is retried.
 *
 * @param path The picture's path. Another picture has not failed.
 */
export function usePictureFailure(path: string): readonly [hasFailed: boolean, fail: () => void] {
  const [failedPath, setFailedPath] = useState<string | null>(null);
  const hasFailed = failedPath === path;
  useEffect(() => {
    if (!hasFailed) return;
    const tryAgain = () => setFailedPath(null);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasFailed]);
  return [hasFailed, () => setFailedPath(path)];
}
