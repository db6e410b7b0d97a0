import { useTranslator } from '../language/translator-context.ts';
import { pixelsText } from './pixels.ts';
import { canShowOriginal, type LargePicture, needsOriginal } from './use-large-picture.ts';
import type { Zoom } from './use-zoom.ts';

export function ZoomButtons({ zoom }: { readonly zoom: Zoom }) {
  const { text, percent } = useTranslator();
  const now = zoom.scale === null ? null : percent(zoom.scale);
  return (
    <fieldset class="zoom">
      <legend class="visually-hidden">{text('zoom')}</legend>
      <button type="button" class="quiet" aria-label={text('zoomOut')} onClick={zoom.out}>
        −
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={now === null ? text('key_zoomReset') : text('zoomReset', { percent: now })}
        onClick={zoom.reset}
      >
        {now ?? text('zoomFit')}
      </button>
      <button type="button" class="quiet" aria-label={text('zoomIn')} onClick={zoom.in}>
        +
      </button>
      <button type="button" class="quiet" aria-label={text('zoomActual')} onClick={zoom.actual}>
        1:1
      </button>
    </fieldset>
  );
}

/** Says that an enlarged picture is not the original: it is loading, or the browser cannot show it. */
export function OriginalNotice({ picture, zoom }: { readonly picture: LargePicture; readonly zoom: Zoom }) {
  const { text, percent } = useTranslator();
  const { original, pixels, preview } = picture;
  const isMissed = original === null && needsOriginal(picture, zoom.scale);
  return (
    <p class="original-notice" role="status">
      {isMissed && canShowOriginal(picture) && text('originalLoading')}
      {isMissed &&
        !canShowOriginal(picture) &&
        preview !== null &&
        (pixels === null
          ? text('originalUnknown', { pixels: pixelsText(preview) })
          : text('originalNotShown', { percent: percent(preview.width / pixels.width) }))}
    </p>
  );
}
