/** What the editor tells its preview. */
export interface PreviewMessage {
  readonly kind: 'form-preview';
  /** What `GET /api/v1/catalogue` would answer. */
  readonly catalogue: unknown;
  /** BCP 47 */
  readonly language: string;
  /** Null for what the catalogue or the device says. */
  readonly scheme: 'light' | 'dark' | null;
}

/** What a preview tells its editor: it listens, or somebody has pressed Send. */
export interface PreviewEvent {
  readonly kind: 'form-preview-ready' | 'form-preview-send';
}

/** The editor and its preview take messages from each other alone. */
export function isFrom(event: MessageEvent, sender: Window | null): boolean {
  return sender !== null && event.source === sender && event.origin === location.origin;
}

export function isPreviewMessage(value: unknown): value is PreviewMessage {
  const { kind, catalogue, language } = Object(value);
  return kind === 'form-preview' && typeof Object(catalogue).types === 'object' && typeof language === 'string';
}

export function isPreviewEvent(value: unknown): value is PreviewEvent {
  const { kind } = Object(value);
  return kind === 'form-preview-ready' || kind === 'form-preview-send';
}
