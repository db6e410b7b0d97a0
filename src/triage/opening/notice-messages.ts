import type { Language } from '../../platform/language/languages.ts';

/** The page of a link to confirm "tell me when it opens". */
interface NoticeMessages {
  readonly askTitle: string;
  readonly askText: string;
  readonly button: string;
  /** The way out, at any time. */
  readonly leaveButton: string;
  readonly doneTitle: string;
  readonly doneText: string;
  readonly leftTitle: string;
  readonly leftText: string;
  readonly goneTitle: string;
  readonly goneText: string;
}

export const noticeMessages: Readonly<Record<Language, NoticeMessages>> = {
  en: {
    askTitle: 'Tell me when it opens',
    askText: 'Press the button, and you get one e-mail when the form opens.',
    button: 'Yes, tell me',
    leaveButton: 'Delete my address',
    doneTitle: 'Thank you',
    doneText: 'You get one e-mail when the form opens. Then your address is deleted.',
    leftTitle: 'Your address is deleted',
    leftText: 'No e-mail comes when the form opens.',
    goneTitle: 'This link has ended',
    goneText: 'The address was told already, was deleted, or was not confirmed in time.',
  },
  de: {
    askTitle: 'Nachricht, wenn das Formular öffnet',
    askText: 'Drücken Sie den Knopf, und Sie erhalten eine E-Mail, wenn das Formular öffnet.',
    button: 'Ja, bitte',
    leaveButton: 'Meine Adresse löschen',
    doneTitle: 'Vielen Dank',
    doneText: 'Sie erhalten eine E-Mail, wenn das Formular öffnet. Danach wird Ihre Adresse gelöscht.',
    leftTitle: 'Ihre Adresse ist gelöscht',
    leftText: 'Wenn das Formular öffnet, kommt keine E-Mail.',
    goneTitle: 'Dieser Link ist abgelaufen',
    goneText: 'Die Adresse wurde schon benachrichtigt, gelöscht oder nicht rechtzeitig bestätigt.',
  },
  es: {
    askTitle: 'Aviso cuando se abra',
    askText: 'Pulse el botón y recibirá un correo cuando se abra el formulario.',
    button: 'Sí, avisarme',
    leaveButton: 'Borrar mi dirección',
    doneTitle: 'Gracias',
    doneText: 'Recibirá un correo cuando se abra el formulario. Después se borra su dirección.',
    leftTitle: 'Su dirección se ha borrado',
    leftText: 'No recibirá ningún correo cuando se abra el formulario.',
    goneTitle: 'Este enlace ha caducado',
    goneText: 'La dirección ya recibió el aviso, se borró o no se confirmó a tiempo.',
  },
  fr: {
    askTitle: 'Me prévenir à l’ouverture',
    askText: 'Appuyez sur le bouton pour recevoir un e-mail à l’ouverture du formulaire.',
    button: 'Oui, prévenez-moi',
    leaveButton: 'Supprimer mon adresse',
    doneTitle: 'Merci',
    doneText: 'Vous recevrez un e-mail à l’ouverture du formulaire. Votre adresse sera ensuite supprimée.',
    leftTitle: 'Votre adresse est supprimée',
    leftText: 'Vous ne recevrez aucun e-mail à l’ouverture du formulaire.',
    goneTitle: 'Ce lien n’est plus valable',
    goneText: 'L’adresse a déjà été prévenue, a été supprimée ou n’a pas été confirmée à temps.',
  },
  it: {
    askTitle: 'Avvisami quando apre',
    askText: 'Prema il pulsante e riceverà un’e-mail quando il modulo apre.',
    button: 'Sì, avvisami',
    leaveButton: 'Cancella il mio indirizzo',
    doneTitle: 'Grazie',
    doneText: 'Riceverà un’e-mail quando il modulo apre. Poi il suo indirizzo viene cancellato.',
    leftTitle: 'Il suo indirizzo è stato cancellato',
    leftText: 'Non riceverà alcuna e-mail quando il modulo apre.',
    goneTitle: 'Questo link è scaduto',
    goneText: 'L’indirizzo è già stato avvisato, è stato cancellato o non è stato confermato in tempo.',
  },
  pl: {
    askTitle: 'Powiadom mnie o otwarciu',
    askText: 'Naciśnij przycisk, a dostaniesz jedną wiadomość, gdy formularz się otworzy.',
    button: 'Tak, powiadom mnie',
    leaveButton: 'Usuń mój adres',
    doneTitle: 'Dziękujemy',
    doneText: 'Dostaniesz jedną wiadomość, gdy formularz się otworzy. Potem Twój adres zostanie usunięty.',
    leftTitle: 'Twój adres został usunięty',
    leftText: 'Nie dostaniesz wiadomości, gdy formularz się otworzy.',
    goneTitle: 'Ten link wygasł',
    goneText: 'Adres został już powiadomiony, usunięty albo nie potwierdzono go na czas.',
  },
  pt: {
    askTitle: 'Avisar-me quando abrir',
    askText: 'Prima o botão e receberá um e-mail quando o formulário abrir.',
    button: 'Sim, avisar-me',
    leaveButton: 'Apagar o meu endereço',
    doneTitle: 'Obrigado',
    doneText: 'Receberá um e-mail quando o formulário abrir. Depois o seu endereço é apagado.',
    leftTitle: 'O seu endereço foi apagado',
    leftText: 'Não receberá nenhum e-mail quando o formulário abrir.',
    goneTitle: 'Este link expirou',
    goneText: 'O endereço já foi avisado, foi apagado ou não foi confirmado a tempo.',
  },
  ar: {
    askTitle: 'أخبروني عند الفتح',
    askText: 'اضغط الزر لتصلك رسالة واحدة عند فتح النموذج.',
    button: 'نعم، أخبروني',
    leaveButton: 'احذف عنواني',
    doneTitle: 'شكرًا',
    doneText: 'ستصلك رسالة واحدة عند فتح النموذج، ثم يُحذف عنوانك.',
    leftTitle: 'حُذف عنوانك',
    leftText: 'لن تصلك رسالة عند فتح النموذج.',
    goneTitle: 'انتهت صلاحية هذا الرابط',
    goneText: 'سبق إخبار هذا العنوان، أو حُذف، أو لم يُؤكَّد في الوقت المناسب.',
  },
  ja: {
    askTitle: '開いたときのお知らせ',
    askText: 'ボタンを押すと、フォームが開いたときにメールを一通お送りします。',
    button: '知らせてほしい',
    leaveButton: 'アドレスを削除する',
    doneTitle: 'ありがとうございます',
    doneText: 'フォームが開いたときにメールを一通お送りします。その後、アドレスは削除されます。',
    leftTitle: 'アドレスを削除しました',
    leftText: 'フォームが開いてもメールは届きません。',
    goneTitle: 'このリンクは無効になりました',
    goneText: 'すでにお知らせしたか、削除されたか、期限までに確認されませんでした。',
  },
  ko: {
    askTitle: '열리면 알림 받기',
    askText: '버튼을 누르면 양식이 열릴 때 메일을 한 통 보내 드립니다.',
    button: '네, 알려 주세요',
    leaveButton: '내 주소 삭제',
    doneTitle: '감사합니다',
    doneText: '양식이 열리면 메일을 한 통 보내 드립니다. 그 후 주소는 삭제됩니다.',
    leftTitle: '주소가 삭제되었습니다',
    leftText: '양식이 열려도 메일을 보내지 않습니다.',
    goneTitle: '이 링크는 만료되었습니다',
    goneText: '이미 알림을 보냈거나, 삭제되었거나, 제때 확인되지 않은 주소입니다.',
  },
  zh: {
    askTitle: '开放时通知我',
    askText: '按下按钮，表单开放时您会收到一封邮件。',
    button: '好的，通知我',
    leaveButton: '删除我的地址',
    doneTitle: '谢谢',
    doneText: '表单开放时您会收到一封邮件，之后您的地址将被删除。',
    leftTitle: '您的地址已删除',
    leftText: '表单开放时您不会收到邮件。',
    goneTitle: '此链接已失效',
    goneText: '该地址已收到通知、已被删除或未及时确认。',
  },
};
