import type { Language } from '../../platform/language/languages.ts';

/** The mails of "tell me when it opens". `confirmText` and `openedSubject` contain `{studio}`. */
interface NoticeMails {
  readonly studio: string;
  readonly confirmSubject: string;
  readonly confirmText: string;
  readonly confirmLink: string;
  readonly confirmFooter: string;
  readonly openedSubject: string;
  readonly openedText: string;
  readonly openedLink: string;
  readonly footer: string;
}

export const noticeMails: Readonly<Record<Language, NoticeMails>> = {
  en: {
    studio: 'the studio',
    confirmSubject: 'Please confirm: tell me when the form opens',
    confirmText:
      'Somebody, probably you, wants to hear when {studio} takes requests again. Follow the link and press the button to confirm.',
    confirmLink: 'Confirm',
    confirmFooter: 'If that was not you, ignore this e-mail. No other comes.',
    openedSubject: '{studio} takes requests again',
    openedText: 'The form is open.',
    openedLink: 'Go to the form',
    footer: 'You get this e-mail once, because you asked for it. Your address is deleted now.',
  },
  de: {
    studio: 'das Studio',
    confirmSubject: 'Bitte bestätigen: Nachricht, wenn das Formular öffnet',
    confirmText:
      'Jemand, vermutlich Sie, möchte erfahren, wenn {studio} wieder Anfragen annimmt. Folgen Sie dem Link und drücken Sie dort den Knopf, um das zu bestätigen.',
    confirmLink: 'Bestätigen',
    confirmFooter: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es kommt keine weitere.',
    openedSubject: '{studio} nimmt wieder Anfragen an',
    openedText: 'Das Formular ist offen.',
    openedLink: 'Zum Formular',
    footer: 'Sie erhalten diese E-Mail einmal, weil Sie darum gebeten haben. Ihre Adresse wird jetzt gelöscht.',
  },
  es: {
    studio: 'el estudio',
    confirmSubject: 'Confirme, por favor: aviso cuando se abra el formulario',
    confirmText:
      'Alguien, probablemente usted, quiere saber cuándo {studio} vuelve a aceptar solicitudes. Siga el enlace y pulse el botón para confirmarlo.',
    confirmLink: 'Confirmar',
    confirmFooter: 'Si no fue usted, ignore este correo. No llegará ningún otro.',
    openedSubject: '{studio} vuelve a aceptar solicitudes',
    openedText: 'El formulario está abierto.',
    openedLink: 'Ir al formulario',
    footer: 'Recibe este correo una sola vez, porque lo pidió. Su dirección se borra ahora.',
  },
  fr: {
    studio: 'l’atelier',
    confirmSubject: 'Veuillez confirmer : me prévenir à l’ouverture du formulaire',
    confirmText:
      'Quelqu’un, sans doute vous, souhaite savoir quand {studio} acceptera de nouveau des demandes. Suivez le lien et appuyez sur le bouton pour confirmer.',
    confirmLink: 'Confirmer',
    confirmFooter: 'Si ce n’était pas vous, ignorez cet e-mail. Il n’y en aura pas d’autre.',
    openedSubject: '{studio} accepte de nouveau des demandes',
    openedText: 'Le formulaire est ouvert.',
    openedLink: 'Aller au formulaire',
    footer:
      'Vous recevez cet e-mail une seule fois, parce que vous l’avez demandé. Votre adresse est maintenant supprimée.',
  },
  it: {
    studio: 'lo studio',
    confirmSubject: 'Conferma: avvisami quando il modulo apre',
    confirmText:
      'Qualcuno, probabilmente lei, vuole sapere quando {studio} accetta di nuovo richieste. Segua il link e prema il pulsante per confermare.',
    confirmLink: 'Conferma',
    confirmFooter: 'Se non è stato lei, ignori questa e-mail. Non ne arriveranno altre.',
    openedSubject: '{studio} accetta di nuovo richieste',
    openedText: 'Il modulo è aperto.',
    openedLink: 'Vai al modulo',
    footer: 'Riceve questa e-mail una sola volta, perché l’ha chiesta. Il suo indirizzo viene ora cancellato.',
  },
  pl: {
    studio: 'studio',
    confirmSubject: 'Proszę potwierdzić: wiadomość o otwarciu formularza',
    confirmText:
      'Ktoś, zapewne Ty, chce wiedzieć, kiedy {studio} znów przyjmuje zgłoszenia. Otwórz link i naciśnij przycisk, aby potwierdzić.',
    confirmLink: 'Potwierdź',
    confirmFooter: 'Jeśli to nie Ty, zignoruj tę wiadomość. Kolejnej nie będzie.',
    openedSubject: '{studio} znów przyjmuje zgłoszenia',
    openedText: 'Formularz jest otwarty.',
    openedLink: 'Przejdź do formularza',
    footer: 'Dostajesz tę wiadomość raz, bo o nią prosisz. Twój adres jest teraz usuwany.',
  },
  pt: {
    studio: 'o estúdio',
    confirmSubject: 'Confirme: avisar-me quando o formulário abrir',
    confirmText:
      'Alguém, provavelmente você, quer saber quando {studio} volta a aceitar pedidos. Siga o link e prima o botão para confirmar.',
    confirmLink: 'Confirmar',
    confirmFooter: 'Se não foi você, ignore este e-mail. Não virá mais nenhum.',
    openedSubject: '{studio} volta a aceitar pedidos',
    openedText: 'O formulário está aberto.',
    openedLink: 'Ir para o formulário',
    footer: 'Recebe este e-mail uma única vez, porque o pediu. O seu endereço é agora apagado.',
  },
  ar: {
    studio: 'الاستوديو',
    confirmSubject: 'يرجى التأكيد: أخبروني عند فتح النموذج',
    confirmText:
      'طلب شخص ما، وهو أنت على الأرجح، أن يُخبَر عندما يقبل {studio} الطلبات من جديد. افتح الرابط واضغط الزر للتأكيد.',
    confirmLink: 'تأكيد',
    confirmFooter: 'إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة. لن تصلك رسالة أخرى.',
    openedSubject: '{studio} يقبل الطلبات من جديد',
    openedText: 'النموذج مفتوح.',
    openedLink: 'إلى النموذج',
    footer: 'تصلك هذه الرسالة مرة واحدة لأنك طلبتها. يُحذف عنوانك الآن.',
  },
  ja: {
    studio: 'スタジオ',
    confirmSubject: 'ご確認ください：フォームが開いたときのお知らせ',
    confirmText:
      '{studio}が依頼の受付を再開したときのお知らせを、どなたか（おそらくあなた）が希望しました。リンクを開き、ボタンを押して確認してください。',
    confirmLink: '確認する',
    confirmFooter: 'お心当たりがなければ、このメールは無視してください。ほかのメールは届きません。',
    openedSubject: '{studio}が依頼の受付を再開しました',
    openedText: 'フォームが開いています。',
    openedLink: 'フォームへ',
    footer: 'ご希望により、このメールを一度だけお送りしています。アドレスはこれで削除されます。',
  },
  ko: {
    studio: '스튜디오',
    confirmSubject: '확인해 주세요: 양식이 열리면 알림 받기',
    confirmText:
      '누군가, 아마도 본인이, {studio}에서 다시 의뢰를 받을 때 알림을 받고 싶어 합니다. 링크를 열고 버튼을 눌러 확인해 주세요.',
    confirmLink: '확인',
    confirmFooter: '본인이 아니라면 이 메일을 무시하세요. 다른 메일은 오지 않습니다.',
    openedSubject: '{studio}에서 다시 의뢰를 받습니다',
    openedText: '양식이 열렸습니다.',
    openedLink: '양식으로 가기',
    footer: '요청하셨기에 이 메일을 한 번만 보냅니다. 주소는 이제 삭제됩니다.',
  },
  zh: {
    studio: '工作室',
    confirmSubject: '请确认：表单开放时通知我',
    confirmText: '有人（很可能是您）希望在{studio}重新接受委托时得到通知。请打开链接并按下按钮确认。',
    confirmLink: '确认',
    confirmFooter: '如果不是您本人，请忽略此邮件，不会再有其他邮件。',
    openedSubject: '{studio}重新接受委托',
    openedText: '表单已开放。',
    openedLink: '前往表单',
    footer: '因为您提出了请求，此邮件只发送一次。您的地址现已删除。',
  },
};
