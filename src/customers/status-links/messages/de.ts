import type { StatusMessages } from './status-messages.ts';

export const de: StatusMessages = {
  request: 'Anfrage {number}',
  statuses: {
    NEW: { title: 'Eingegangen', text: 'Ihre Anfrage ist bei uns. Wir sehen sie uns an und antworten per E-Mail.' },
    WAITLISTED: { title: 'Auf der Warteliste', text: 'Ihre Anfrage wartet, bis sie an der Reihe ist.' },
    ACCEPTED: { title: 'Angenommen', text: 'Wir übernehmen Ihren Auftrag gern.' },
    IN_PROGRESS: { title: 'In Arbeit', text: 'Wir arbeiten an Ihrem Auftrag.' },
    COMPLETED: { title: 'Fertiggestellt', text: 'Ihr Auftrag ist fertig.' },
    DECLINED: { title: 'Abgelehnt', text: 'Leider können wir diesen Auftrag nicht übernehmen.' },
    CANCELLED: { title: 'Storniert', text: 'Diese Anfrage wurde storniert.' },
  },
  progress: 'Fortschritt',
  message: 'Eine Nachricht für Sie',
  received: 'Eingegangen',
  files: 'Angehängte Dateien',
  keep: 'Diese Seite zeigt immer, wie es um Ihre Anfrage steht. Bewahren Sie den Link auf: Wer ihn hat, kann diese Seite sehen.',
  contact: 'Fragen? Schreiben Sie an {address} und nennen Sie die Anfragenummer.',
  form: 'Auftrag anfragen',
  language: 'Sprache',
  notFound: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Vielleicht ist er unvollständig, oder ein neuerer Link hat ihn ersetzt. Bitte prüfen Sie ihn, oder bitten Sie uns um einen neuen.',
  },
  noPage: {
    title: 'Hier gibt es keine Seite',
    text: 'Vielleicht ist die Adresse vertippt oder veraltet. Bitte prüfen Sie sie, oder gehen Sie zum Formular.',
  },
  tooMany: {
    title: 'Einen Moment bitte',
    text: 'Diese Seite wurde über Ihre Verbindung sehr oft aufgerufen. Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  unavailable: {
    title: 'Der Stand kann gerade nicht angezeigt werden',
    text: 'Bitte versuchen Sie es in einigen Minuten noch einmal.',
  },
};
