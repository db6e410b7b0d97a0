/** What `submit` takes, of the form that `Request.formData()` gives. */
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
