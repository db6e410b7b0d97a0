import { useEffect, useState } from 'preact/hooks';
import { storeText } from '../../../page-kit/stored-text.ts';
import { readTheme, type Theme, themeKey, themes } from './theme.ts';

interface ThemeSelectProps {
  readonly names: Readonly<Record<Theme, string>>;
  readonly id: string;
}

/** Chooses between light, dark and the device's theme. Every window of the browser follows. */
export function ThemeSelect({ names, id }: ThemeSelectProps) {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    const follow = () => setTheme(readTheme());
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  function choose(chosen: string): void {
    storeText(themeKey, chosen);
    // The early script shows the theme. The browser notifies only the other windows.
    window.dispatchEvent(new StorageEvent('storage', { key: themeKey }));
  }

  return (
    <select id={id} value={theme} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {themes.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}
