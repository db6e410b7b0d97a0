import type { StatusMessages } from './status-messages.ts';

export const pl: StatusMessages = {
  request: 'Zapytanie {number}',
  statuses: {
    NEW: { title: 'Otrzymane', text: 'Twoje zapytanie do nas dotarło. Przejrzymy je i odpowiemy e-mailem.' },
    WAITLISTED: { title: 'Na liście oczekujących', text: 'Twoje zapytanie czeka na swoją kolej.' },
    ACCEPTED: { title: 'Przyjęte', text: 'Z przyjemnością przyjmujemy Twoje zlecenie.' },
    IN_PROGRESS: { title: 'W realizacji', text: 'Pracujemy nad Twoim zleceniem.' },
    COMPLETED: { title: 'Zakończone', text: 'Twoje zlecenie jest gotowe.' },
    DECLINED: { title: 'Odrzucone', text: 'Przykro nam, ale nie możemy przyjąć tego zlecenia.' },
    CANCELLED: { title: 'Anulowane', text: 'To zapytanie zostało anulowane.' },
  },
  progress: 'Postęp',
  message: 'Wiadomość dla Ciebie',
  received: 'Otrzymano',
  files: 'Dołączone pliki',
  keep: 'Ta strona zawsze pokazuje, na jakim etapie jest Twoje zapytanie. Zachowaj link: kto go ma, może zobaczyć tę stronę.',
  contact: 'Masz pytania? Napisz na {address} i podaj numer zapytania.',
  form: 'Złóż zapytanie',
  language: 'Język',
  notFound: {
    title: 'Ten link nie działa',
    text: 'Może być niepełny albo zastąpił go nowszy. Sprawdź go lub poproś nas o nowy.',
  },
  noPage: {
    title: 'Tu nie ma żadnej strony',
    text: 'Być może adres zawiera literówkę albo jest nieaktualny. Sprawdź go albo przejdź do formularza.',
  },
  tooMany: {
    title: 'Chwileczkę',
    text: 'Ta strona była bardzo często otwierana z Twojego połączenia. Spróbuj ponownie za minutę.',
  },
  unavailable: { title: 'Nie można teraz pokazać stanu', text: 'Spróbuj ponownie za kilka minut.' },
};
