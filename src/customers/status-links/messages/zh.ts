import type { StatusMessages } from './status-messages.ts';

export const zh: StatusMessages = {
  request: '委托 {number}',
  statuses: {
    NEW: { title: '已收到', text: '您的委托已送达。', next: '我们查看后会通过电子邮件回复您。' },
    WAITLISTED: { title: '排队中', text: '您的委托正在排队等候。', next: '一有空位就会通知您。' },
    ACCEPTED: { title: '已接受', text: '我们很高兴接受您的委托。', next: '开始制作时会通知您。' },
    IN_PROGRESS: { title: '制作中', text: '我们正在制作您委托的作品。', next: '完成时会通知您。' },
    COMPLETED: { title: '已完成', text: '您委托的作品已完成。', next: null },
    DECLINED: { title: '已婉拒', text: '很抱歉，我们无法接受此委托。', next: null },
    CANCELLED: { title: '已取消', text: '此委托已取消。', next: null },
  },
  byOne: {
    NEW: { next: '我查看后会通过电子邮件回复您。' },
    ACCEPTED: { text: '我很高兴接受您的委托。' },
    IN_PROGRESS: { text: '我正在制作您委托的作品。' },
    DECLINED: { text: '很抱歉，我无法接受此委托。' },
  },
  greeting: '您好，这里是 {studio}。',
  hello: '您好！',
  next: '后续流程',
  progress: '进度',
  message: '给您的留言',
  received: '接收时间',
  files: '附件',
  keep: '此页面始终显示您的委托的最新状态。请保管好链接：拥有链接的人都能看到此页面。',
  contact: '如有疑问，请写信至 {address} 并注明委托编号。',
  form: '委托创作',
  language: '语言',
  legal: { imprint: '运营者信息', privacy: '隐私', notice: '法律声明' },
  notFound: { title: '此链接无效', text: '链接可能不完整，或已被新链接取代。请检查链接，或索取新链接。' },
  noPage: {
    title: '这里没有页面',
    text: '地址可能有误或已失效。请检查地址，或前往表单。',
  },
  tooMany: { title: '请稍候', text: '您的网络打开此页面过于频繁，请一分钟后再试。' },
  unavailable: { title: '暂时无法显示状态', text: '请几分钟后再试。' },
};
