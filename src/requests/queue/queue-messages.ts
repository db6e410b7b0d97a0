import type { Language } from '../../platform/language/languages.ts';

/** The texts of the queue page in one language. */
export interface QueueMessages {
  readonly title: string;
  readonly inProgress: string;
  readonly next: string;
  /** Contains `{count}`. */
  readonly waiting: string;
  readonly finished: string;
  readonly empty: string;
}

export const queueMessages: Readonly<Record<Language, QueueMessages>> = {
  en: {
    title: 'Queue',
    inProgress: 'In progress',
    next: 'Up next',
    waiting: 'On the waiting list: {count}',
    finished: 'Lately finished',
    empty: 'Nothing at the moment.',
  },
  de: {
    title: 'Warteschlange',
    inProgress: 'In Arbeit',
    next: 'Als Nächstes',
    waiting: 'Auf der Warteliste: {count}',
    finished: 'Zuletzt fertig geworden',
    empty: 'Im Moment nichts.',
  },
  es: {
    title: 'Cola de encargos',
    inProgress: 'En curso',
    next: 'A continuación',
    waiting: 'En la lista de espera: {count}',
    finished: 'Terminados hace poco',
    empty: 'Nada por el momento.',
  },
  fr: {
    title: 'File d’attente',
    inProgress: 'En cours',
    next: 'À suivre',
    waiting: 'Sur la liste d’attente : {count}',
    finished: 'Terminées récemment',
    empty: 'Rien pour le moment.',
  },
  it: {
    title: 'Coda',
    inProgress: 'In lavorazione',
    next: 'Prossimi',
    waiting: 'In lista d’attesa: {count}',
    finished: 'Finiti di recente',
    empty: 'Niente al momento.',
  },
  pl: {
    title: 'Kolejka',
    inProgress: 'W trakcie',
    next: 'Następne',
    waiting: 'Na liście oczekujących: {count}',
    finished: 'Niedawno ukończone',
    empty: 'W tej chwili nic.',
  },
  pt: {
    title: 'Fila',
    inProgress: 'Em curso',
    next: 'A seguir',
    waiting: 'Na lista de espera: {count}',
    finished: 'Terminados recentemente',
    empty: 'Nada de momento.',
  },
  ar: {
    title: 'قائمة الأعمال',
    inProgress: 'قيد التنفيذ',
    next: 'التالي',
    waiting: 'في قائمة الانتظار: {count}',
    finished: 'اكتمل حديثًا',
    empty: 'لا شيء حاليًا.',
  },
  ja: {
    title: '制作の順番',
    inProgress: '制作中',
    next: '次の依頼',
    waiting: 'キャンセル待ち：{count}',
    finished: '最近完成した依頼',
    empty: '今はありません。',
  },
  ko: {
    title: '작업 대기열',
    inProgress: '진행 중',
    next: '다음 순서',
    waiting: '대기자 명단: {count}',
    finished: '최근 완료',
    empty: '지금은 없습니다.',
  },
  zh: {
    title: '排期',
    inProgress: '进行中',
    next: '接下来',
    waiting: '候补名单：{count}',
    finished: '最近完成',
    empty: '目前没有。',
  },
};
