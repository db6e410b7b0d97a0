/** Returns the arguments of `submit`, from the form that `Request.formData()` returns. */
export async function readWebForm(form) {
  const payload = form.get('payload');
  const files = form.getAll('files').filter((value) => value instanceof File);
  return {
    payloadText: typeof payload === 'string' ? payload : null,
    files: await Promise.all(files.map(readFile)),
  };
}

async function readFile(file) {
  return { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
}
