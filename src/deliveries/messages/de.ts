import type { MailMessages } from './mail-messages.ts';

export const de: MailMessages = {
  createdSubject: 'Ihre Anfrage {number} ist angekommen',
  createdText: 'Vielen Dank! Ihre Anfrage ist angekommen.',
  statusSubject: 'Ihre Anfrage {number}: {status}',
  messageSubject: 'Eine Nachricht zu Ihrer Anfrage {number}',
  follow: 'Stand der Anfrage ansehen',
  customerFooter:
    'Sie erhalten diese E-Mail, weil eine Auftragsanfrage mit Ihrer Adresse gesendet wurde. Wenn Sie das nicht waren, ignorieren Sie sie bitte.',
  operatorSubject: 'Neue Anfrage {number}',
  operatorStatusSubject: 'Anfrage {number}: {status}',
  from: 'Von: {name}',
  files: 'Angehängte Dateien: {count}',
  yes: 'Ja',
  no: 'Nein',
  open: 'Im Posteingang öffnen',
  digestSubject: { one: '{count} neue Anfrage', other: '{count} neue Anfragen' },
  digestMore: '… und {count} weitere',
  operatorFooter: 'Sie erhalten diese E-Mail, weil Ihre Adresse in den Kanälen dieses Posteingangs steht.',
  testSubject: 'Ein Test',
  testText: 'Ein Test aus Ihrem Posteingang. Es funktioniert.',
  brokenSubject: 'Der Kanal {name} ist gestört',
  brokenText:
    'An den Kanal {name} konnte seit dem {since} nichts gesendet werden. Jede Sendung wird drei Tage lang versucht; vorher geht nichts verloren.',
  lastTry: 'Der letzte Versuch: {detail}',
  recoveredSubject: 'Der Kanal {name} geht wieder',
  recoveredText:
    'Der Kanal {name} war vom {since} bis zum {until} nicht erreichbar. Jetzt geht er wieder: Was gewartet hat, wird gesendet.',
  goneSubject: 'Der Empfänger von {name} will nichts mehr',
  goneText:
    'Der Empfänger des Kanals {name} hat am {since} geantwortet, dass er nichts mehr will. Der Kanal wurde abgeschaltet, und was für ihn wartete, entfällt. Schalten Sie ihn wieder ein, oder entfernen Sie ihn.',
  seeChannels: 'Kanäle ansehen',
  lowDiskSubject: 'Wenig Speicherplatz: Dateien werden abgelehnt',
  lowDiskText:
    'Auf dem Datenträger von {folder} auf {host} sind {free} frei, und {floor} müssen frei bleiben. Bis wieder Platz ist, werden Anfragen mit Dateien abgelehnt. Anfragen ohne Dateien kommen weiterhin an.',
  crowdSubject: 'Viele Anfragen auf einmal',
  crowdText:
    'In einer Minute kamen mehr als {limit} Anfragen. Über die übrigen wurde niemand einzeln benachrichtigt. Alle stehen im Posteingang.',
  backupOldSubject: 'Die Sicherung ist alt',
  backupOldText:
    'Die neueste Sicherung ist vom {at}, und seitdem sind Anfragen gekommen oder geändert worden. Machen Sie eine, und lassen Sie den Rechner jede Nacht eine machen.',
  backupMissingText:
    'Es gibt keine Sicherung, und die erste Anfrage kam vor über einer Woche. Machen Sie eine, und lassen Sie den Rechner jede Nacht eine machen.',
  diskRoomSubject: 'Es ist wieder Platz für Dateien',
  diskRoomText:
    'Auf dem Datenträger von {folder} auf {host} sind {free} frei. Anfragen mit Dateien werden wieder angenommen.',
  formFullSubject: 'Das Formular ist voll',
  formFullRequests:
    'Es warten so viele neue Anfragen, wie das Studio zulässt. Bis einige beantwortet sind, ist das Formular geschlossen oder nimmt nur Anfragen für die Warteliste an.',
  formFullSlots:
    'Alle Plätze sind vergeben. Bis einer frei ist, ist das Formular geschlossen oder nimmt nur Anfragen für die Warteliste an.',
  formOpen: 'Das Formular ist offen',
  formClosed: 'Das Formular ist geschlossen',
  formWaitlist: 'Das Formular ist voll: Anfragen kommen auf die Warteliste',
  ownerFooter: 'Sie erhalten diese E-Mail, weil Sie diesen Posteingang verwalten.',
};
