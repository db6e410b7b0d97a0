import { socketPort } from './socket-directory.ts';

/** Command line settings, which override the cluster's own files. Sized for a small machine. */
export const settings: Readonly<Record<string, string>> = {
  port: String(socketPort),
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '48MB',
  huge_pages: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  jit: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors reach the client that caused them. In the log they could expose customers' data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  logging_collector: 'off',
};
