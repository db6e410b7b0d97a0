/** Returns the address of the form, which may open with a type that is chosen already. */
export function linkTo(formUrl: string, typeId: string | null): string {
  if (typeId === null) return formUrl;
  const url = new URL(formUrl);
  url.searchParams.set('typeId', typeId);
  return url.href;
}

/** Returns the HTML that shows the form on another page. */
export function embedCode(formUrl: string, typeId: string | null): string {
  const script = new URL('embed.js', formUrl).href;
  const prefill = typeId === null ? '' : ` prefill="${new URLSearchParams({ typeId })}"`;
  return `<script src="${script}"></script>\n<commission-form${prefill}></commission-form>`;
}
