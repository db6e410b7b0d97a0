/** What every command ends with. What one command adds, its help says. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** Wrong arguments. Nothing was done. */
  usage: 2,
  /** 128 and the number of the signal, as shells count. */
  interrupted: 130,
  closedPipe: 141,
  terminated: 143,
} as const;
