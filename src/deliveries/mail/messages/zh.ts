import type { MailMessages } from './mail-messages.ts';

export const zh: MailMessages = {
  createdSubject: '我们已收到您的委托 {number}',
  createdText: '谢谢！您的委托已送达。我们查看后会通过电子邮件回复您。',
  statusSubject: '您的委托 {number}：{status}',
  messageSubject: '关于您的委托 {number} 的消息',
  follow: '查看委托状态',
  customerFooter: '您收到此邮件，是因为有人用您的地址发送了委托。如果不是您本人，请忽略。',
  operatorSubject: '新委托 {number}',
  from: '来自：{name}',
  files: '附件：{count}',
  open: '在收件箱中打开',
  digestSubject: { other: '{count} 个新委托' },
  digestMore: '……还有 {count} 个',
  operatorFooter: '您收到此邮件，是因为您的地址在此收件箱的通知渠道中。',
  testSubject: '测试',
  testText: '来自您的委托收件箱的测试。一切正常。',
  brokenSubject: '渠道“{name}”出现故障',
  brokenText: '自 {since} 起，无法向渠道“{name}”发送任何内容。每次投递会重试三天，在此之前不会丢失任何内容。',
  lastTry: '最后一次尝试：{detail}',
  recoveredSubject: '渠道“{name}”已恢复',
  recoveredText: '渠道“{name}”在 {since} 至 {until} 期间无法访问，现已恢复：等待中的内容正在发送。',
  goneSubject: '渠道“{name}”的接收方不再接收',
  goneText:
    '渠道“{name}”的接收方于 {since} 答复不再接收任何内容。该渠道已停用，等待中的内容已取消。请重新启用或移除它。',
  seeChannels: '查看渠道',
  ownerFooter: '您收到此邮件，是因为您是此收件箱的所有者。',
};
