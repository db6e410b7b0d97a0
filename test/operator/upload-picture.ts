import { api, type Called, type Caller, type OperatorStage } from './stage.ts';

/** Uploads a picture of the studio, as the owner unless somebody else is named. */
export async function uploadPicture(
  { address, owner }: Pick<OperatorStage, 'address' | 'owner'>,
  bytes: Buffer,
  type = 'image/png',
  caller: Caller = owner,
): Promise<Called> {
  const response = await fetch(`${address}${api}/studio/pictures`, {
    method: 'POST',
    headers: { ...caller.headers, ...(type !== '' && { 'content-type': type }) },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
