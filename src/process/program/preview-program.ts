import { join } from 'node:path';
import { packageFolder } from './own-package.ts';

/** Returns the path of the built program that decodes pictures. */
export function previewProgram(): string {
  return join(packageFolder('#package.json'), 'dist', 'preview-program.js');
}
