import type { Catalogue } from '../../../studio/catalogue/catalogue.ts';
import { lookOf, type Shade, usualAccents, usualTextOnAccent } from '../../../studio/document/look.ts';

/** An accent, and the text on it. */
interface AccentColours {
  readonly accent: string;
  readonly text: string;
}

/** The colours and the type face of a mail. */
export interface MailLook {
  readonly light: AccentColours;
  /** Null when the studio's page is always light. */
  readonly dark: AccentColours | null;
  /** Of CSS. */
  readonly family: string;
}

const usualFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

const usual = (shade: Shade): AccentColours => ({ accent: usualAccents[shade], text: usualTextOnAccent[shade] });

export const usualLook: MailLook = { light: usual('light'), dark: usual('dark'), family: usualFamily };

/** Returns the look of the studio's page for its mails. */
export function mailLookOf(theme: Catalogue['theme']): MailLook {
  if (theme === undefined) return usualLook;
  const { colours, family } = lookOf(theme);
  const { light, dark } = colours ?? usualLook;
  return { light, dark: theme.scheme === 'light' ? null : dark, family: family ?? usualFamily };
}
