import type { MailMessages } from './mail-messages.ts';

export const ar: MailMessages = {
  createdSubject: 'وصلنا طلبك {number}',
  createdText: 'شكرًا لك! وصل طلبك. سنطّلع عليه ونرد عبر البريد الإلكتروني.',
  statusSubject: 'طلبك {number}: {status}',
  messageSubject: 'رسالة بشأن طلبك {number}',
  follow: 'عرض حالة الطلب',
  customerFooter: 'وصلتك هذه الرسالة لأن طلبًا أُرسل بعنوان بريدك. إن لم يكن منك فيرجى تجاهلها.',
  operatorSubject: 'طلب جديد {number}',
  from: 'من: {name}',
  files: 'الملفات المرفقة: {count}',
  open: 'فتح في صندوق الطلبات',
  digestSubject: {
    zero: 'لا طلبات جديدة',
    one: 'طلب جديد واحد',
    two: 'طلبان جديدان',
    few: '{count} طلبات جديدة',
    many: '{count} طلبًا جديدًا',
    other: '{count} طلب جديد',
  },
  digestMore: '… و{count} غيرها',
  operatorFooter: 'وصلتك هذه الرسالة لأن عنوانك مدرج في قنوات صندوق الطلبات هذا.',
  testSubject: 'اختبار',
  testText: 'اختبار من صندوق الطلبات. كل شيء يعمل.',
};
