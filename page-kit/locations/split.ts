/** A picture as two lists. Bytes that do not belong to the picture itself are cut. */
export interface Split {
  /** Joined, these are the same picture: pixels, transparency, colours, orientation, resolution and frames with their timing. */
  readonly kept: readonly Uint8Array[];
  /** Everything else, such as it was before it was split up or compressed. */
  readonly cut: readonly Uint8Array[];
}
