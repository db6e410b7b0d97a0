import type { MailMessages } from './mail-messages.ts';

export const ja: MailMessages = {
  createdSubject: 'ご依頼 {number} を受け付けました',
  createdText: 'ありがとうございます。ご依頼を受け付けました。',
  statusSubject: 'ご依頼 {number}：{status}',
  messageSubject: 'ご依頼 {number} についてのメッセージ',
  follow: 'ご依頼の状況を見る',
  customerFooter:
    'このメールは、このアドレスで制作のご依頼が送信されたためお送りしています。お心当たりのない場合は、破棄してください。',
  operatorSubject: '新しい依頼 {number}',
  operatorStatusSubject: '依頼 {number}：{status}',
  from: '送信者：{name}',
  files: '添付ファイル：{count}',
  yes: 'はい',
  no: 'いいえ',
  open: '受信箱で開く',
  digestSubject: { other: '新しい依頼 {count} 件' },
  digestMore: 'ほか {count} 件',
  operatorFooter: 'このメールは、この受信箱の通知先にあなたのアドレスが登録されているためお送りしています。',
  testSubject: 'テスト',
  testText: '受信箱からのテストです。正しく届いています。',
  brokenSubject: '通知先「{name}」に送信できません',
  brokenText:
    '{since} から通知先「{name}」に送信できていません。各通知は 3 日間再試行され、それまで失われることはありません。',
  lastTry: '最後の試行：{detail}',
  recoveredSubject: '通知先「{name}」が復旧しました',
  recoveredText:
    '通知先「{name}」には {since} から {until} まで送信できませんでした。現在は復旧し、待機中の通知を送信しています。',
  goneSubject: '通知先「{name}」が受信を終了しました',
  goneText:
    '{since} に、通知先「{name}」の受信側から今後の受信を希望しないとの応答がありました。通知先は無効になり、待機中の通知は取り消されました。再び有効にするか、削除してください。',
  seeChannels: '通知先を見る',
  lowDiskSubject: 'ディスクの空き容量が不足：ファイルを受け付けていません',
  lowDiskText:
    '{host} の {folder} があるディスクの空き容量は {free} で、{floor} は空けておく必要があります。空きができるまで、ファイル付きの依頼は受け付けません。ファイルのない依頼は引き続き届きます。',
  crowdSubject: '一度に多くの依頼が届きました',
  crowdText:
    '1分間に{limit}件を超える依頼が届きました。それ以外は1件ずつお知らせしていません。すべて受信箱にあります。',
  backupOldSubject: 'バックアップが古くなっています',
  backupOldText:
    '最新のバックアップは {at} のもので、その後に依頼が届くか変更されています。バックアップを作成し、毎晩自動で作成されるようにしてください。',
  backupMissingText:
    'バックアップがなく、最初の依頼から一週間以上たっています。バックアップを作成し、毎晩自動で作成されるようにしてください。',
  diskRoomSubject: 'ファイルを再び受け付けています',
  diskRoomText: '{host} の {folder} があるディスクの空き容量は {free} です。ファイル付きの依頼を再び受け付けています。',
  formFullSubject: 'フォームの受付枠が埋まりました',
  formFullRequests:
    'スタジオが認める数の新しい依頼が待っています。いくつかに返答するまで、フォームは閉じているか、キャンセル待ちの依頼だけを受け付けます。',
  formFullSlots:
    'すべての枠が埋まりました。空きが出るまで、フォームは閉じているか、キャンセル待ちの依頼だけを受け付けます。',
  formOpen: 'フォームは開いています',
  formClosed: 'フォームは閉じています',
  formWaitlist: 'フォームの受付枠は埋まっています。依頼はキャンセル待ちになります',
  ownerFooter: 'このメールは、あなたがこの受信箱のオーナーであるためお送りしています。',
};
