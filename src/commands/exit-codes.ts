/** The exit codes of every command. The help of a command names the codes that it adds. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** Wrong arguments. Nothing was done. */
  usage: 2,
  /** 128 plus the number of the signal, as in shells. */
  interrupted: 130,
  closedPipe: 141,
  terminated: 143,
} as const;
