import { ZoomIn, ZoomOut } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import type { RequestFile } from '../api/shapes.ts';
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
      <button type="button" class="button button-plain button-icon" aria-label={text('zoomOut')} onClick={zoom.out}>
        <Icon of={ZoomOut} />
      </button>
      <button
        type="button"
        class="button button-plain"
        aria-label={now === null ? text('key_zoomReset') : text('zoomReset', { percent: now })}
        onClick={zoom.reset}
      >
        {now ?? text('zoomFit')}
      </button>
      <button type="button" class="button button-plain button-icon" aria-label={text('zoomIn')} onClick={zoom.in}>
        <Icon of={ZoomIn} />
      </button>
      <button type="button" class="button button-plain" aria-label={text('zoomActual')} onClick={zoom.actual}>
        1:1
      </button>
    </fieldset>
  );
}

interface PictureNoticeProps {
  readonly file: RequestFile;
  readonly picture: LargePicture;
  readonly zoom: Zoom;
}

/** Reports that a part of the picture is missing, or that the original's pixels are while it is enlarged. */
export function PictureNotice({ file, picture, zoom }: PictureNoticeProps) {
  const { text } = useTranslator();
  const isMissed = picture.original === null && needsOriginal(picture, zoom.scale);
  return (
    <p class="picture-notice" role="status">
      {picture.preview === null && picture.original === null && <span>{text('loading')}</span>}
      {file.previewProblem === 'damaged' && <span>{text('previewProblem_damaged')} </span>}
      {isMissed && (
        <span>{canShowOriginal(picture) ? text('originalLoading') : <OnlyPreview picture={picture} />}</span>
      )}
    </p>
  );
}

function OnlyPreview({ picture: { pixels, preview } }: { readonly picture: LargePicture }) {
  const { text, percent } = useTranslator();
  if (preview === null) return null;
  return pixels === null
    ? text('originalUnknown', { pixels: pixelsText(preview) })
    : text('originalNotShown', { percent: percent(preview.width / pixels.width) });
}
