import { readdir } from 'node:fs/promises';
import { type MailPreviews, templateNames } from '../../deliveries/kinds/mail/mail-previews.ts';
import { codeOf } from '../../intake/readiness/problem.ts';
import { languages } from '../../platform/language/languages.ts';
import { type Check, type Finding, ok, warning, wrong } from '../check.ts';

const mails = templateNames.flatMap((name) => languages.map((language) => ({ name, language })));
const textFiles = mails.map(({ name, language }) => `${name}.${language}.txt`);

/** Creates the check of the host's own mails. @param directory The folder of `MAIL_TEMPLATES`. */
export function createTemplateCheck(directory: string, previews: MailPreviews): Check {
  return {
    name: 'mail.templates',
    quick: true,
    async run(signal) {
      let names: readonly string[];
      try {
        names = await readdir(directory);
      } catch (error) {
        return [unreadable(directory, codeOf(error))];
      }
      const findings = [...unused(names), ...(await faults(previews, signal))];
      return findings.length > 0 ? findings : [ok('The files in MAIL_TEMPLATES can be used')];
    },
  };
}

function unreadable(directory: string, code: string): Finding {
  return wrong(`MAIL_TEMPLATES (${directory}) cannot be read: ${code}`, {
    remedy: 'Name a folder that the account of the service may read',
  });
}

/** Mails wait while their file cannot be used. */
async function faults(previews: MailPreviews, signal: AbortSignal): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, language } of mails) {
    signal.throwIfAborted();
    const shown = await previews.show({ template: name, language, status: 'ACCEPTED', studio: null });
    if ('fault' in shown) findings.push(wrong(shown.fault, { remedy: 'Correct the file: its mails wait until then' }));
  }
  return findings;
}

/** Files with other names than those of mails are ignored, for example misspelt ones. */
function unused(names: readonly string[]): readonly Finding[] {
  return names
    .filter((name) => /^[^.]+\.[^.]+\.(?:txt|html)$/i.test(name))
    .flatMap((name) => {
      const textFile = name.replace(/\.html$/, '.txt');
      if (!textFiles.includes(textFile)) {
        return warning(`${name} in MAIL_TEMPLATES is the name of no mail`, {
          remedy: `Name it <mail>.<language>.txt or .html, with a mail of ${templateNames.join(', ')} and a language of ${languages.join(', ')}`,
        });
      }
      if (names.includes(textFile)) return [];
      return warning(`${name} in MAIL_TEMPLATES is not used without ${textFile}`, {
        remedy: `Add ${textFile}, whose first line is the subject`,
      });
    });
}
