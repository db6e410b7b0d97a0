import { createStoredValue } from '../../../page-kit/stored-value.ts';
import { storedScope } from '../cells/stored-scope.ts';
import { parseTheme, showTheme, themeName, usualTheme } from './shown-theme.ts';

// A script of its own, which runs before the first paint. With the page's module the other colours would flash up.
showTheme(createStoredValue(themeName, parseTheme).read(storedScope) ?? usualTheme);
