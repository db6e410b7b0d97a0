import { useCell } from '../cells/cell.ts';
import { chosenTheme } from './chosen-theme.ts';
import { type Theme, themes } from './shown-theme.ts';

export interface ThemeSelectProps {
  readonly names: Readonly<Record<Theme, string>>;
  readonly id: string;
}

/** Chooses between light, dark, and what the device says. */
export function ThemeSelect({ names, id }: ThemeSelectProps) {
  const theme = useCell(chosenTheme);
  return (
    <select id={id} value={theme} onChange={({ currentTarget }) => chosenTheme.set(currentTarget.value as Theme)}>
      {themes.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}
