import { useEffect, useRef, useState } from 'preact/hooks';
import { previewPath } from '../api/api.ts';
import type { InboxRequest, RequestFile } from '../api/shapes.ts';
import { shownName } from '../language/shown-name.ts';
import { viewPath } from '../parts/file-paths.ts';
import { naturalPixels, type Pixels } from './pixels.ts';
import { canShowOriginal, type LargePicture, needsOriginal } from './use-large-picture.ts';
import type { Swipe } from './use-swipe.ts';
import type { Zoom } from './use-zoom.ts';

interface ShownPictureProps {
  readonly request: InboxRequest;
  readonly file: RequestFile;
  readonly picture: LargePicture;
  readonly zoom: Zoom;
  readonly swipe: Swipe;
  /** Called when there is no preview. */
  onFailure(): void;
}

/**
 * Shows the small preview until the large one is loaded, and the original once the picture is enlarged beyond its
 * preview. Enlarged pictures scroll by keys, wheel and touch.
 */
export function ShownPicture({ request: { id }, file, picture, zoom, swipe, onFailure }: ShownPictureProps) {
  const { box, preview, original, found } = picture;
  const name = shownName(file.name);
  const isWanted = original !== null || (canShowOriginal(picture) && needsOriginal(picture, zoom.scale));
  return (
    <section
      class="stage"
      ref={zoom.frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      aria-label={name}
      {...swipe}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the zoom buttons and keys do the same */}
      <div
        class="shown-picture"
        ref={(element) => {
          zoom.picture.current = element;
        }}
        style={box ? { '--width': box.width, '--height': box.height } : {}}
        onDblClick={zoom.isEnlarged ? zoom.reset : zoom.in}
      >
        {preview === null && (
          <Layer src={previewPath(id, file.position, 'small')} alt="" onLoaded={(small) => found({ small })} />
        )}
        {original === null && (
          <Layer
            src={previewPath(id, file.position, 'large')}
            alt={name}
            onLoaded={(loaded) => found({ preview: loaded })}
            onFailure={onFailure}
          />
        )}
        {isWanted && (
          <Layer
            src={viewPath(id, file.position)}
            alt={name}
            onLoaded={(loaded) => found({ original: loaded })}
            onFailure={() => found({ hasOriginalFailed: true })}
          />
        )}
      </div>
    </section>
  );
}

interface LayerProps {
  readonly src: string;
  readonly alt: string;
  onLoaded(pixels: Pixels): void;
  onFailure?(): void;
}

/** One of several pictures on top of each other, visible once it is loaded. */
function Layer({ src, alt, onLoaded, onFailure }: LayerProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const element = image.current;
    // A removed element would continue to load, and keep a connection from decisions.
    return () => element?.removeAttribute('src');
  }, []);
  return (
    <img
      ref={image}
      class={isLoaded ? 'ground' : 'coming-picture'}
      src={src}
      alt={isLoaded ? alt : ''}
      onLoad={({ currentTarget }) => {
        setIsLoaded(true);
        onLoaded(naturalPixels(currentTarget));
      }}
      onError={onFailure}
    />
  );
}
