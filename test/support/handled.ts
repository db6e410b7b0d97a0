/** Returns the promise, which is awaited later. If it rejects before that, the process goes on, and the test fails. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
