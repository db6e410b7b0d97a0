import type { MailMessages } from './mail-messages.ts';

export const de: MailMessages = {
  createdSubject: 'Wir haben Ihre Anfrage {number}',
  createdText: 'Vielen Dank! Ihre Anfrage ist angekommen. Wir sehen sie uns an und antworten per E-Mail.',
  statusSubject: 'Ihre Anfrage {number}: {status}',
  messageSubject: 'Eine Nachricht zu Ihrer Anfrage {number}',
  follow: 'Stand der Anfrage ansehen',
  customerFooter:
    'Sie erhalten diese E-Mail, weil eine Auftragsanfrage mit Ihrer Adresse gesendet wurde. Wenn Sie das nicht waren, ignorieren Sie sie bitte.',
  operatorSubject: 'Neue Anfrage {number}',
  from: 'Von: {name}',
  files: 'Angehängte Dateien: {count}',
  open: 'Im Posteingang öffnen',
  digestSubject: { one: '{count} neue Anfrage', other: '{count} neue Anfragen' },
  digestMore: '… und {count} weitere',
  operatorFooter: 'Sie erhalten diese E-Mail, weil Ihre Adresse in den Kanälen dieses Posteingangs steht.',
  testSubject: 'Ein Test',
  testText: 'Ein Test aus Ihrem Posteingang. Es funktioniert.',
};
