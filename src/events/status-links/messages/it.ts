import type { StatusMessages } from './status-messages.ts';

export const it: StatusMessages = {
  request: 'Richiesta {number}',
  statuses: {
    NEW: {
      title: 'Ricevuta',
      text: 'La tua richiesta è arrivata.',
      next: 'La guarderemo e ti risponderemo via e-mail.',
    },
    WAITLISTED: {
      title: 'In lista d’attesa',
      text: 'La tua richiesta aspetta il suo turno.',
      next: 'Riceverai un messaggio appena si libera un posto.',
    },
    ACCEPTED: {
      title: 'Accettata',
      text: 'Accettiamo volentieri la tua commissione.',
      next: 'Riceverai un messaggio quando inizierà il lavoro.',
    },
    IN_PROGRESS: {
      title: 'In lavorazione',
      text: 'Stiamo lavorando alla tua commissione.',
      next: 'Riceverai un messaggio quando sarà pronta.',
    },
    COMPLETED: { title: 'Completata', text: 'La tua commissione è pronta.', next: null },
    DECLINED: { title: 'Rifiutata', text: 'Ci dispiace, ma non possiamo accettare questa commissione.', next: null },
    CANCELLED: { title: 'Annullata', text: 'Questa richiesta è stata annullata.', next: null },
  },
  byOne: {
    NEW: { next: 'La guarderò e ti risponderò via e-mail.' },
    ACCEPTED: { text: 'Accetto volentieri la tua commissione.' },
    IN_PROGRESS: { text: 'Sto lavorando alla tua commissione.' },
    DECLINED: { text: 'Mi dispiace, ma non posso accettare questa commissione.' },
  },
  greeting: 'Ciao da {studio}!',
  hello: 'Ciao!',
  next: 'Che cosa succede ora',
  progress: 'Avanzamento',
  message: 'Un messaggio per te',
  received: 'Ricevuta il',
  files: 'File allegati',
  told: { answers: 'Risposte', estimate: 'Stima', agreed: 'Accettato' },
  keep: 'Questa pagina mostra sempre a che punto è la tua richiesta. Conserva il link: chi lo ha può vedere questa pagina.',
  contact: 'Domande? Scrivi a {address} e indica il numero della richiesta.',
  form: 'Richiedi una commissione',
  language: 'Lingua',
  legal: { imprint: 'Note legali', privacy: 'Privacy', notice: 'Avviso legale' },
  notFound: {
    title: 'Questo link non funziona',
    text: 'Forse è incompleto, oppure è stato sostituito da uno più recente. Controllalo o chiedine uno nuovo.',
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
