import type { Attachment } from '../attachments/attachment.ts';

const storeName = 'files';

/** Files of forms that were not accepted yet, in IndexedDB. Every failure means that nothing is kept. */
export async function keepFile(endpoint: string, { id, file }: Attachment): Promise<void> {
  await inStore('readwrite', (store) => store.put(file, [endpoint, id])).catch(() => {});
}

export async function forgetFile(endpoint: string, id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete([endpoint, id])).catch(() => {});
}

export async function forgetFiles(endpoint: string): Promise<void> {
  // An array sorts behind every text: this is every key of the endpoint.
  const range = IDBKeyRange.bound([endpoint], [endpoint, []]);
  await inStore('readwrite', (store) => store.delete(range)).catch(() => {});
}

/** Those of the files that are kept, in the order of their ids. */
export async function readFiles(endpoint: string, ids: readonly string[]): Promise<Attachment[]> {
  const found = await Promise.all(
    ids.map(async (id) => ({
      id,
      file: await inStore('readonly', (store) => store.get([endpoint, id])).catch(() => undefined),
    })),
  );
  return found.filter((kept): kept is Attachment => kept.file instanceof File);
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
