import type { Attachment } from '../attachments/attachment.ts';

const storeName = 'files';

/** Stores a file of an unaccepted form in IndexedDB. Ignores failures, after which the file is not stored. */
export async function storeFile(endpoint: string, { id, file }: Attachment): Promise<void> {
  await inStore('readwrite', (store) => store.put(file, [endpoint, id])).catch(() => {});
}

export async function removeFile(endpoint: string, id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete([endpoint, id])).catch(() => {});
}

export async function removeFiles(endpoint: string): Promise<void> {
  // IndexedDB sorts arrays after strings, so this range has every key of the endpoint.
  const range = IDBKeyRange.bound([endpoint], [endpoint, []]);
  await inStore('readwrite', (store) => store.delete(range)).catch(() => {});
}

/** Resolves with the stored files in the order of `ids`. Files that are not stored are left out. */
export async function readFiles(endpoint: string, ids: readonly string[]): Promise<Attachment[]> {
  const found = await Promise.all(
    ids.map(async (id) => ({
      id,
      file: await inStore('readonly', (store) => store.get([endpoint, id])).catch(() => undefined),
    })),
  );
  return found.filter((stored): stored is Attachment => stored.file instanceof File);
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = act(transaction.objectStore(storeName));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  }).finally(() => database.close());
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('commission-draft', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
