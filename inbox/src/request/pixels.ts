import type { RequestFile } from '../api/shapes.ts';

/** Width and height of an upright picture in pixels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Returns null while the service does not know them. */
export function pixelsOf({ width, height }: RequestFile): Pixels | null {
  return width && height ? { width, height } : null;
}

/** `4000 × 3000 px` */
export function pixelsText({ width, height }: Pixels): string {
  return `${width} × ${height} px`;
}

export function naturalPixels({ naturalWidth, naturalHeight }: HTMLImageElement): Pixels {
  return { width: naturalWidth, height: naturalHeight };
}
