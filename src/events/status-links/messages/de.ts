import type { StatusMessages } from './status-messages.ts';

export const de: StatusMessages = {
  request: 'Anfrage {number}',
  statuses: {
    NEW: {
      title: 'Eingegangen',
      text: 'Ihre Anfrage ist angekommen.',
      next: 'Wir sehen sie uns an und antworten per E-Mail.',
    },
    WAITLISTED: {
      title: 'Auf der Warteliste',
      text: 'Ihre Anfrage wartet, bis sie an der Reihe ist.',
      next: 'Sie erhalten eine Nachricht, sobald ein Platz frei ist.',
    },
    ACCEPTED: {
      title: 'Angenommen',
      text: 'Wir übernehmen Ihren Auftrag gern.',
      next: 'Sie erhalten eine Nachricht, wenn die Arbeit beginnt.',
    },
    IN_PROGRESS: {
      title: 'In Arbeit',
      text: 'Wir arbeiten an Ihrem Auftrag.',
      next: 'Sie erhalten eine Nachricht, wenn er fertig ist.',
    },
    COMPLETED: { title: 'Fertiggestellt', text: 'Ihr Auftrag ist fertig.', next: null },
    DECLINED: { title: 'Abgelehnt', text: 'Leider können wir diesen Auftrag nicht übernehmen.', next: null },
    CANCELLED: { title: 'Storniert', text: 'Diese Anfrage wurde storniert.', next: null },
  },
  byOne: {
    NEW: { next: 'Ich sehe sie mir an und antworte per E-Mail.' },
    ACCEPTED: { text: 'Ich übernehme Ihren Auftrag gern.' },
    IN_PROGRESS: { text: 'Ich arbeite an Ihrem Auftrag.' },
    DECLINED: { text: 'Leider kann ich diesen Auftrag nicht übernehmen.' },
  },
  greeting: 'Guten Tag! Hier ist {studio}.',
  hello: 'Guten Tag!',
  next: 'Wie es weitergeht',
  progress: 'Fortschritt',
  message: 'Eine Nachricht für Sie',
  received: 'Eingegangen',
  files: 'Angehängte Dateien',
  told: { answers: 'Antworten', estimate: 'Schätzung', agreed: 'Zugestimmt' },
  keep: 'Diese Seite zeigt immer, wie es um Ihre Anfrage steht. Bewahren Sie den Link auf: Wer ihn hat, kann diese Seite sehen.',
  contact: 'Fragen? Schreiben Sie an {address} und nennen Sie die Anfragenummer.',
  form: 'Auftrag anfragen',
  language: 'Sprache',
  legal: { imprint: 'Impressum', privacy: 'Datenschutz', notice: 'Rechtlicher Hinweis' },
  notFound: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Vielleicht ist er unvollständig, oder ein neuerer Link hat ihn ersetzt. Bitte prüfen Sie ihn, oder bitten Sie um einen neuen.',
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
