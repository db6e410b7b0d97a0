interface ImportMetaEnv {
  /** The service's address with its public path. Vite puts it in when it builds. */
  readonly VITE_COMMISSION_ENDPOINT?: string;
}
