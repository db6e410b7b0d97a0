import type { Language } from '../../platform/language/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import type { MailMessages } from './mail-messages.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';

export const mailMessages: Readonly<Record<Language, MailMessages>> = { en, de, es, fr, it, pl, pt, ar, ja, ko, zh };
