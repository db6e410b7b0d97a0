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
  yes: 'Sì',
  no: 'No',
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
  crowdSubject: 'Molte richieste in una volta',
  crowdText:
    'In un minuto sono arrivate più di {limit} richieste. Le altre non sono state annunciate una per una. Sono tutte nella posta in arrivo.',
  backupOldSubject: 'La copia di sicurezza è vecchia',
  backupOldText:
    'L’ultima copia di sicurezza è del {at}, e da allora sono arrivate o cambiate richieste. Ne faccia una, e lasci che la macchina ne faccia una ogni notte.',
  backupMissingText:
    'Non c’è nessuna copia di sicurezza, e la prima richiesta è arrivata più di una settimana fa. Ne faccia una, e lasci che la macchina ne faccia una ogni notte.',
  diskRoomSubject: 'C’è di nuovo spazio per i file',
  diskRoomText: 'Il disco di {folder} su {host} ha {free} liberi. Le richieste con file vengono di nuovo accettate.',
  formFullSubject: 'Il modulo è al completo',
  formFullRequests:
    'Le nuove richieste in attesa sono tante quante lo studio ne consente. Finché alcune non ricevono risposta, il modulo è chiuso o accetta solo richieste per la lista d’attesa.',
  formFullSlots:
    'Tutti i posti sono occupati. Finché non se ne libera uno, il modulo è chiuso o accetta solo richieste per la lista d’attesa.',
  formOpen: 'Il modulo è aperto',
  formClosed: 'Il modulo è chiuso',
  formWaitlist: 'Il modulo è al completo: le richieste vanno nella lista d’attesa',
  ownerFooter: 'Ricevi questa e-mail perché sei proprietario di questa casella.',
};
