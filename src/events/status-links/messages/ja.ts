import type { StatusMessages } from './status-messages.ts';

export const ja: StatusMessages = {
  request: 'ご依頼 {number}',
  statuses: {
    NEW: { title: '受付済み', text: 'ご依頼を受け付けました。', next: '内容を確認し、メールでお返事します。' },
    WAITLISTED: {
      title: '順番待ち',
      text: 'ご依頼は順番をお待ちいただいています。',
      next: '順番が来ましたら、お知らせします。',
    },
    ACCEPTED: {
      title: 'お引き受け済み',
      text: 'ご依頼をお引き受けします。',
      next: '制作を始めましたら、お知らせします。',
    },
    IN_PROGRESS: { title: '制作中', text: 'ご依頼の作品を制作しています。', next: '完成しましたら、お知らせします。' },
    COMPLETED: { title: '完成', text: 'ご依頼の作品が完成しました。', next: null },
    DECLINED: { title: 'お断り', text: '申し訳ございませんが、今回のご依頼はお引き受けできません。', next: null },
    CANCELLED: { title: 'キャンセル済み', text: 'このご依頼はキャンセルされました。', next: null },
  },
  byOne: {},
  greeting: '{studio} からのお知らせです。',
  hello: 'ご依頼ありがとうございます。',
  next: '今後の流れ',
  progress: '進み具合',
  message: 'お客様へのメッセージ',
  received: '受付日時',
  files: '添付ファイル',
  told: { answers: '回答', estimate: '見積もり', agreed: '同意した内容' },
  keep: 'このページでは、ご依頼の最新の状況をいつでも確認できます。リンクは大切に保管してください。リンクを知っている人は、このページを見ることができます。',
  contact: 'ご質問は、受付番号を添えて {address} までお送りください。',
  form: '制作のご依頼',
  language: '言語',
  legal: { imprint: '運営者情報', privacy: 'プライバシー', notice: '法的なお知らせ' },
  notFound: {
    title: 'このリンクは使えません',
    text: 'リンクが途中で切れているか、新しいリンクに置き換えられた可能性があります。リンクをご確認いただくか、新しいリンクをお求めください。',
  },
  noPage: {
    title: 'ここにページはありません',
    text: 'アドレスの入力間違いか、古いアドレスの可能性があります。アドレスを確認するか、フォームへお進みください。',
  },
  tooMany: {
    title: '少々お待ちください',
    text: 'お使いの接続からこのページが何度も開かれました。1 分ほどしてから、もう一度お試しください。',
  },
  unavailable: { title: 'ただいま状況を表示できません', text: '数分後にもう一度お試しください。' },
};
