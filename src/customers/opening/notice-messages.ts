import type { Language } from '../../platform/language/languages.ts';

/** The page of a link to confirm "tell me when it opens". */
interface NoticeMessages {
  readonly askTitle: string;
  readonly askText: string;
  readonly button: string;
  readonly doneTitle: string;
  readonly doneText: string;
  readonly goneTitle: string;
  readonly goneText: string;
}

export const noticeMessages: Readonly<Record<Language, NoticeMessages>> = {
  en: {
    askTitle: 'Tell me when it opens',
    askText: 'Press the button, and you get one e-mail when the form opens.',
    button: 'Yes, tell me',
    doneTitle: 'Thank you',
    doneText: 'You get one e-mail when the form opens. Then your address is deleted.',
    goneTitle: 'This link has ended',
    goneText: 'The address was told already, or was not confirmed in time.',
  },
  de: {
    askTitle: 'Nachricht, wenn das Formular öffnet',
    askText: 'Drücken Sie den Knopf, und Sie erhalten eine E-Mail, wenn das Formular öffnet.',
    button: 'Ja, bitte',
    doneTitle: 'Vielen Dank',
    doneText: 'Sie erhalten eine E-Mail, wenn das Formular öffnet. Danach wird Ihre Adresse gelöscht.',
    goneTitle: 'Dieser Link ist abgelaufen',
    goneText: 'Die Adresse wurde schon benachrichtigt oder nicht rechtzeitig bestätigt.',
  },
  es: {
    askTitle: 'Aviso cuando se abra',
    askText: 'Pulse el botón y recibirá un correo cuando se abra el formulario.',
    button: 'Sí, avisarme',
    doneTitle: 'Gracias',
    doneText: 'Recibirá un correo cuando se abra el formulario. Después se borra su dirección.',
    goneTitle: 'Este enlace ha caducado',
    goneText: 'La dirección ya recibió el aviso o no se confirmó a tiempo.',
  },
  fr: {
    askTitle: 'Me prévenir à l’ouverture',
    askText: 'Appuyez sur le bouton pour recevoir un e-mail à l’ouverture du formulaire.',
    button: 'Oui, prévenez-moi',
    doneTitle: 'Merci',
    doneText: 'Vous recevrez un e-mail à l’ouverture du formulaire. Votre adresse sera ensuite supprimée.',
    goneTitle: 'Ce lien n’est plus valable',
    goneText: 'L’adresse a déjà été prévenue, ou n’a pas été confirmée à temps.',
  },
  it: {
    askTitle: 'Avvisami quando apre',
    askText: 'Prema il pulsante e riceverà un’e-mail quando il modulo apre.',
    button: 'Sì, avvisami',
    doneTitle: 'Grazie',
    doneText: 'Riceverà un’e-mail quando il modulo apre. Poi il suo indirizzo viene cancellato.',
    goneTitle: 'Questo link è scaduto',
    goneText: 'L’indirizzo è già stato avvisato, o non è stato confermato in tempo.',
  },
  pl: {
    askTitle: 'Powiadom mnie o otwarciu',
    askText: 'Naciśnij przycisk, a dostaniesz jedną wiadomość, gdy formularz się otworzy.',
    button: 'Tak, powiadom mnie',
    doneTitle: 'Dziękujemy',
    doneText: 'Dostaniesz jedną wiadomość, gdy formularz się otworzy. Potem Twój adres zostanie usunięty.',
    goneTitle: 'Ten link wygasł',
    goneText: 'Adres został już powiadomiony albo nie potwierdzono go na czas.',
  },
  pt: {
    askTitle: 'Avisar-me quando abrir',
    askText: 'Prima o botão e receberá um e-mail quando o formulário abrir.',
    button: 'Sim, avisar-me',
    doneTitle: 'Obrigado',
    doneText: 'Receberá um e-mail quando o formulário abrir. Depois o seu endereço é apagado.',
    goneTitle: 'Este link expirou',
    goneText: 'O endereço já foi avisado, ou não foi confirmado a tempo.',
  },
  ar: {
    askTitle: 'أخبروني عند الفتح',
    askText: 'اضغط الزر لتصلك رسالة واحدة عند فتح النموذج.',
    button: 'نعم، أخبروني',
    doneTitle: 'شكرًا',
    doneText: 'ستصلك رسالة واحدة عند فتح النموذج، ثم يُحذف عنوانك.',
    goneTitle: 'انتهت صلاحية هذا الرابط',
    goneText: 'سبق إخبار هذا العنوان، أو لم يُؤكَّد في الوقت المناسب.',
  },
  ja: {
    askTitle: '開いたときのお知らせ',
    askText: 'ボタンを押すと、フォームが開いたときにメールを一通お送りします。',
    button: '知らせてほしい',
    doneTitle: 'ありがとうございます',
    doneText: 'フォームが開いたときにメールを一通お送りします。その後、アドレスは削除されます。',
    goneTitle: 'このリンクは無効になりました',
    goneText: 'すでにお知らせしたか、期限までに確認されませんでした。',
  },
  ko: {
    askTitle: '열리면 알림 받기',
    askText: '버튼을 누르면 양식이 열릴 때 메일을 한 통 보내 드립니다.',
    button: '네, 알려 주세요',
    doneTitle: '감사합니다',
    doneText: '양식이 열리면 메일을 한 통 보내 드립니다. 그 후 주소는 삭제됩니다.',
    goneTitle: '이 링크는 만료되었습니다',
    goneText: '이미 알림을 보냈거나 제때 확인되지 않은 주소입니다.',
  },
  zh: {
    askTitle: '开放时通知我',
    askText: '按下按钮，表单开放时您会收到一封邮件。',
    button: '好的，通知我',
    doneTitle: '谢谢',
    doneText: '表单开放时您会收到一封邮件，之后您的地址将被删除。',
    goneTitle: '此链接已失效',
    goneText: '该地址已收到通知，或未及时确认。',
  },
};
