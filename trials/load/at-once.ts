/** Does this much work, of which `atOnce` are under way at any time. `work` gets numbers from 0. */
export async function inParallel(
  count: number,
  atOnce: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  async function workInTurn(): Promise<void> {
    while (next < count) await work(next++);
  }
  await Promise.all(Array.from({ length: atOnce }, workInTurn));
}
