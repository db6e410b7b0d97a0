import type { MailMessages } from './mail-messages.ts';

export const pl: MailMessages = {
  createdSubject: 'Twoje zapytanie {number} dotarło',
  createdText: 'Twoje zapytanie dotarło.',
  statusSubject: 'Twoje zapytanie {number}: {status}',
  messageSubject: 'Wiadomość w sprawie zapytania {number}',
  follow: 'Zobacz stan zapytania',
  customerFooter: 'Otrzymujesz tę wiadomość, ponieważ wysłano zapytanie z Twoim adresem. Jeśli to nie Ty, zignoruj ją.',
  operatorSubject: 'Nowe zapytanie {number}',
  operatorStatusSubject: 'Zapytanie {number}: {status}',
  from: 'Od: {name}',
  files: 'Dołączone pliki: {count}',
  yes: 'Tak',
  no: 'Nie',
  open: 'Otwórz w skrzynce',
  digestSubject: {
    one: '{count} nowe zapytanie',
    few: '{count} nowe zapytania',
    many: '{count} nowych zapytań',
    other: '{count} nowego zapytania',
  },
  digestMore: '… i jeszcze {count}',
  operatorFooter: 'Otrzymujesz tę wiadomość, ponieważ Twój adres jest w kanałach tej skrzynki.',
  testSubject: 'Test',
  testText: 'Test z Twojej skrzynki zapytań. Działa.',
  brokenSubject: 'Kanał {name} nie działa',
  brokenText:
    'Od {since} niczego nie udało się wysłać do kanału {name}. Każda wysyłka jest ponawiana przez trzy dni; do tego czasu nic nie ginie.',
  lastTry: 'Ostatnia próba: {detail}',
  recoveredSubject: 'Kanał {name} znów działa',
  recoveredText: 'Kanał {name} był nieosiągalny od {since} do {until}. Już działa: to, co czekało, jest wysyłane.',
  goneSubject: 'Odbiorca kanału {name} nie chce już nic',
  goneText:
    'Odbiorca kanału {name} odpowiedział, że nie chce już nic ({since}). Kanał został wyłączony, a to, co czekało, anulowano. Włącz go ponownie albo usuń.',
  seeChannels: 'Zobacz kanały',
  lowDiskSubject: 'Mało miejsca na dysku: pliki są odrzucane',
  lowDiskText:
    'Na dysku z folderem {folder} na {host} wolne jest {free}, a {floor} musi pozostać wolne. Dopóki nie będzie miejsca, zapytania z plikami są odrzucane. Zapytania bez plików nadal przychodzą.',
  crowdSubject: 'Wiele zapytań naraz',
  crowdText:
    'W ciągu minuty przyszło więcej zapytań niż {limit}. O pozostałych nikogo nie powiadomiono z osobna. Wszystkie są w skrzynce.',
  backupOldSubject: 'Kopia zapasowa jest stara',
  backupOldText:
    'Ostatnia kopia zapasowa jest z {at}, a od tego czasu przyszły lub zmieniły się zapytania. Zrób kopię i niech komputer robi ją co noc.',
  backupMissingText:
    'Nie ma żadnej kopii zapasowej, a pierwsze zapytanie przyszło ponad tydzień temu. Zrób kopię i niech komputer robi ją co noc.',
  diskRoomSubject: 'Znów jest miejsce na pliki',
  diskRoomText: 'Na dysku z folderem {folder} na {host} wolne jest {free}. Zapytania z plikami są znów przyjmowane.',
  formFullSubject: 'Formularz jest pełny',
  formFullRequests:
    'Czeka tyle nowych zgłoszeń, na ile pozwala studio. Dopóki część nie otrzyma odpowiedzi, formularz jest zamknięty albo przyjmuje tylko zgłoszenia na listę oczekujących.',
  formFullSlots:
    'Wszystkie miejsca są zajęte. Dopóki jedno się nie zwolni, formularz jest zamknięty albo przyjmuje tylko zgłoszenia na listę oczekujących.',
  formOpen: 'Formularz jest otwarty',
  formClosed: 'Formularz jest zamknięty',
  formWaitlist: 'Formularz jest pełny: zgłoszenia trafiają na listę oczekujących',
  ownerFooter: 'Otrzymujesz tę wiadomość, ponieważ jesteś właścicielem tej skrzynki.',
};
