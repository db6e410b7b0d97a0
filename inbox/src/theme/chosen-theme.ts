import { createStoredCell } from '../cells/stored-cell.ts';
import { parseTheme, showTheme, themeName, usualTheme } from './shown-theme.ts';

/** The theme that the reader chose, kept in this browser. Every window of it changes at once. */
export const chosenTheme = createStoredCell(themeName, usualTheme, parseTheme);

chosenTheme.subscribe(() => showTheme(chosenTheme.value));
