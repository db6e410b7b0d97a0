/** The draft as the editor sends it to its preview. */
export interface PreviewMessage {
  readonly kind: 'form-preview';
  /** The response of `GET /api/v1/catalogue`. */
  readonly catalogue: unknown;
  /** BCP 47 */
  readonly language: string;
  /** Null for the scheme of the catalogue or the device. */
  readonly scheme: 'light' | 'dark' | null;
  /** The draft's pictures by their URL in the catalogue: the frame has no session to load them with. */
  readonly pictures: ReadonlyMap<string, Blob>;
}

/** The part of the page that is being edited, which the preview keeps in sight. */
export interface PreviewFocus {
  readonly kind: 'form-preview-focus';
  /** The key of the document, or null for nothing that customers see on the form. */
  readonly key: string | null;
  /** The position of the entry among the offered ones, or null for the whole list. */
  readonly position: number | null;
  /** The position of the edited option of the entry, or null. The page shows options once their entry is chosen. */
  readonly option: number | null;
}

/** A preview reports to its editor that it listens, or that somebody has pressed Send. */
export interface PreviewEvent {
  readonly kind: 'form-preview-ready' | 'form-preview-send';
}

/**
 * The editor and its preview take messages from each other alone. The window decides: the frame is sandboxed, so its
 * origin is opaque.
 */
export function isFrom(event: MessageEvent, sender: Window | null): boolean {
  return sender !== null && event.source === sender;
}

export function isPreviewMessage(value: unknown): value is PreviewMessage {
  const { kind, catalogue, language, pictures } = Object(value);
  const hasDraft = typeof Object(catalogue).types === 'object' && typeof language === 'string';
  return kind === 'form-preview' && hasDraft && pictures instanceof Map;
}

export function isPreviewFocus(value: unknown): value is PreviewFocus {
  const { kind, key, position, option } = Object(value);
  const areNumbers = [position, option].every((one) => one === null || Number.isInteger(one));
  return kind === 'form-preview-focus' && (key === null || typeof key === 'string') && areNumbers;
}

export function isPreviewEvent(value: unknown): value is PreviewEvent {
  const { kind } = Object(value);
  return kind === 'form-preview-ready' || kind === 'form-preview-send';
}
