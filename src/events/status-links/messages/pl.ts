import type { StatusMessages } from './status-messages.ts';

export const pl: StatusMessages = {
  request: 'Zapytanie {number}',
  statuses: {
    NEW: { title: 'Otrzymane', text: 'Twoje zapytanie dotarło.', next: 'Przejrzymy je i odpowiemy e-mailem.' },
    WAITLISTED: {
      title: 'Na liście oczekujących',
      text: 'Twoje zapytanie czeka na swoją kolej.',
      next: 'Otrzymasz wiadomość, gdy tylko zwolni się miejsce.',
    },
    ACCEPTED: {
      title: 'Przyjęte',
      text: 'Z przyjemnością przyjmujemy Twoje zlecenie.',
      next: 'Otrzymasz wiadomość, gdy praca się zacznie.',
    },
    IN_PROGRESS: {
      title: 'W realizacji',
      text: 'Pracujemy nad Twoim zleceniem.',
      next: 'Otrzymasz wiadomość, gdy będzie gotowe.',
    },
    COMPLETED: { title: 'Zakończone', text: 'Twoje zlecenie jest gotowe.', next: null },
    DECLINED: { title: 'Odrzucone', text: 'Przykro nam, ale nie możemy przyjąć tego zlecenia.', next: null },
    CANCELLED: { title: 'Anulowane', text: 'To zapytanie zostało anulowane.', next: null },
  },
  byOne: {
    NEW: { next: 'Przejrzę je i odpowiem e-mailem.' },
    ACCEPTED: { text: 'Z przyjemnością przyjmuję Twoje zlecenie.' },
    IN_PROGRESS: { text: 'Pracuję nad Twoim zleceniem.' },
    DECLINED: { text: 'Przykro mi, ale nie mogę przyjąć tego zlecenia.' },
  },
  greeting: 'Dzień dobry, tu {studio}!',
  hello: 'Dzień dobry!',
  next: 'Co dalej',
  progress: 'Postęp',
  message: 'Wiadomość dla Ciebie',
  received: 'Otrzymano',
  files: 'Dołączone pliki',
  told: { answers: 'Odpowiedzi', estimate: 'Szacunek', agreed: 'Zaakceptowano' },
  keep: 'Ta strona zawsze pokazuje, na jakim etapie jest Twoje zapytanie. Zachowaj link: kto go ma, może zobaczyć tę stronę.',
  contact: 'Masz pytania? Napisz na {address} i podaj numer zapytania.',
  form: 'Złóż zapytanie',
  language: 'Język',
  legal: { imprint: 'Dane firmy', privacy: 'Prywatność', notice: 'Nota prawna' },
  notFound: {
    title: 'Ten link nie działa',
    text: 'Może być niepełny albo zastąpił go nowszy. Sprawdź go lub poproś o nowy.',
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
