import type { Attachment } from './attachment.ts';

const storeName = 'files';

/** Stores a file of an unaccepted form in IndexedDB. Resolves with false when the browser does not store it. */
export async function storeFile(endpoint: string, { id, file }: Attachment): Promise<boolean> {
  return inStore('readwrite', (store) => store.put(file, [endpoint, id])).then(
    () => true,
    () => false,
  );
}

/** Removes the endpoint's files, except those whose ids are in the list when it is read in the transaction. */
export async function removeFilesExcept(endpoint: string, keptIds: () => readonly string[]): Promise<void> {
  await inStore('readwrite', (store) => {
    // IndexedDB sorts arrays after strings, so this range has every key of the endpoint.
    const keys = store.getAllKeys(IDBKeyRange.bound([endpoint], [endpoint, []]));
    keys.onsuccess = () => {
      const kept = keptIds();
      for (const key of keys.result) if (!(Array.isArray(key) && kept.includes(String(key[1])))) store.delete(key);
    };
    return keys;
  }).catch(() => {});
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
