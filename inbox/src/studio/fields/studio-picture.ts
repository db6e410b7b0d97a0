import { ApiFailure, failureOf } from '../../api/api-failure.ts';
import { apiPath } from '../../api/send.ts';

export interface UploadedPicture {
  readonly sha256: string;
  readonly small: { readonly url: string; readonly width: number; readonly height: number };
}

/** Sends the bytes of a picture, which the service encodes again. @throws ApiFailure */
export async function uploadPicture(file: File): Promise<UploadedPicture> {
  const headers = { 'content-type': /^image\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream' };
  const response = await fetch(`${apiPath}/studio/pictures`, { method: 'POST', headers, body: file }).catch(() => {
    throw new ApiFailure('unreachable');
  });
  if (!response.ok) throw await failureOf(response);
  return response.json();
}

/** Returns the path of a small picture of the studio. */
export const pictureUrl = (sha256: string): string => `/pictures/${sha256}-640.webp`;
