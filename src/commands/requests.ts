import type { Command } from 'commander';
import { addStatusCommand } from './requests/change-status.ts';
import { addEraseCommand } from './requests/erase-requests.ts';
import { addExportCommand } from './requests/export-requests.ts';
import { addListCommand } from './requests/list-requests.ts';
import { addShowCommand } from './requests/show-request.ts';

export function addRequestsCommand(program: Command): void {
  const requests = program.command('requests').description('read, change, export and erase requests');
  addListCommand(requests);
  addShowCommand(requests);
  addStatusCommand(requests);
  addExportCommand(requests);
  addEraseCommand(requests);
}
