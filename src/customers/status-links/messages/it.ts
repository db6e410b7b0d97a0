import type { StatusMessages } from './status-messages.ts';

export const it: StatusMessages = {
  request: 'Richiesta {number}',
  statuses: {
    NEW: { title: 'Ricevuta', text: 'La tua richiesta ci è arrivata. La guarderemo e ti risponderemo via e-mail.' },
    WAITLISTED: { title: 'In lista d’attesa', text: 'La tua richiesta aspetta il suo turno.' },
    ACCEPTED: { title: 'Accettata', text: 'Accettiamo volentieri la tua commissione.' },
    IN_PROGRESS: { title: 'In lavorazione', text: 'Stiamo lavorando alla tua commissione.' },
    COMPLETED: { title: 'Completata', text: 'La tua commissione è pronta.' },
    DECLINED: { title: 'Rifiutata', text: 'Ci dispiace, ma non possiamo accettare questa commissione.' },
    CANCELLED: { title: 'Annullata', text: 'Questa richiesta è stata annullata.' },
  },
  progress: 'Avanzamento',
  message: 'Un messaggio per te',
  received: 'Ricevuta il',
  files: 'File allegati',
  keep: 'Questa pagina mostra sempre a che punto è la tua richiesta. Conserva il link: chi lo ha può vedere questa pagina.',
  contact: 'Domande? Scrivi a {address} e indica il numero della richiesta.',
  form: 'Richiedi una commissione',
  language: 'Lingua',
  notFound: {
    title: 'Questo link non funziona',
    text: 'Forse è incompleto, oppure è stato sostituito da uno più recente. Controllalo o chiedicene uno nuovo.',
  },
  noPage: {
    title: 'Qui non c’è nessuna pagina',
    text: 'Forse l’indirizzo è scritto male o non è più valido. Controllalo oppure vai al modulo.',
  },
  tooMany: {
    title: 'Un momento, per favore',
    text: 'Questa pagina è stata aperta molte volte dalla tua connessione. Riprova tra un minuto.',
  },
  unavailable: { title: 'Al momento lo stato non può essere mostrato', text: 'Riprova tra qualche minuto.' },
};
