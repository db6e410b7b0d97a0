/** A file that adds variables to the environment. */
export interface VariableFile {
  readonly path: string;
  /** Null when the file cannot be read. */
  readonly variables: Readonly<Record<string, string>> | null;
}
