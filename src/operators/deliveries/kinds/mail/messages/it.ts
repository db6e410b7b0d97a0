import type { MailMessages } from './mail-messages.ts';

export const it: MailMessages = {
  createdSubject: 'La tua richiesta {number} è arrivata',
  createdText: 'Grazie! La tua richiesta è arrivata.',
  statusSubject: 'La tua richiesta {number}: {status}',
  messageSubject: 'Un messaggio sulla tua richiesta {number}',
  follow: 'Vedi a che punto è la richiesta',
  customerFooter:
    'Ricevi questa e-mail perché una richiesta di commissione è stata inviata con il tuo indirizzo. Se non sei stato tu, ignorala.',
  operatorSubject: 'Nuova richiesta {number}',
  operatorStatusSubject: 'Richiesta {number}: {status}',
  from: 'Da: {name}',
  files: 'File allegati: {count}',
  open: 'Apri nella posta',
  digestSubject: { one: '{count} nuova richiesta', other: '{count} nuove richieste' },
  digestMore: '… e altre {count}',
  operatorFooter: 'Ricevi questa e-mail perché il tuo indirizzo è nei canali di questa casella.',
  testSubject: 'Una prova',
  testText: 'Una prova dalla tua casella delle richieste. Funziona.',
  brokenSubject: 'Il canale {name} non funziona',
  brokenText:
    'Non è possibile inviare nulla al canale {name} (inizio: {since}). Ogni invio viene ritentato per tre giorni; prima di allora nulla va perso.',
  lastTry: 'L’ultimo tentativo: {detail}',
  recoveredSubject: 'Il canale {name} funziona di nuovo',
  recoveredText:
    'Il canale {name} non era raggiungibile (inizio: {since}; fine: {until}). Ora funziona: ciò che aspettava viene inviato.',
  goneSubject: 'Il destinatario di {name} non vuole più nulla',
  goneText:
    'Il destinatario del canale {name} ha risposto che non vuole più nulla ({since}). Il canale è stato disattivato e ciò che era in attesa è annullato. Riattivarlo o rimuoverlo.',
  seeChannels: 'Vedi i canali',
  lowDiskSubject: 'Poco spazio su disco: i file vengono rifiutati',
  lowDiskText:
    'Il disco di {folder} su {host} ha {free} liberi, e {floor} devono restare liberi. Finché non c’è di nuovo spazio, le richieste con file vengono rifiutate. Le richieste senza file continuano ad arrivare.',
  diskRoomSubject: 'C’è di nuovo spazio per i file',
  diskRoomText: 'Il disco di {folder} su {host} ha {free} liberi. Le richieste con file vengono di nuovo accettate.',
  ownerFooter: 'Ricevi questa e-mail perché sei proprietario di questa casella.',
};
