import type { StatusMessages } from './status-messages.ts';

export const ar: StatusMessages = {
  request: 'الطلب {number}',
  statuses: {
    NEW: { title: 'تم الاستلام', text: 'وصلنا طلبك. سنطّلع عليه ونرد عبر البريد الإلكتروني.' },
    WAITLISTED: { title: 'في قائمة الانتظار', text: 'طلبك ينتظر دوره.' },
    ACCEPTED: { title: 'مقبول', text: 'يسعدنا أن نقبل طلبك.' },
    IN_PROGRESS: { title: 'قيد التنفيذ', text: 'نعمل الآن على طلبك.' },
    COMPLETED: { title: 'مكتمل', text: 'طلبك جاهز.' },
    DECLINED: { title: 'مرفوض', text: 'نأسف، لا يمكننا قبول هذا الطلب.' },
    CANCELLED: { title: 'ملغى', text: 'أُلغي هذا الطلب.' },
  },
  progress: 'مراحل الطلب',
  message: 'رسالة لك',
  received: 'وقت الاستلام',
  files: 'الملفات المرفقة',
  keep: 'تعرض هذه الصفحة دائمًا حالة طلبك. يرجى حفظ الرابط: كل من لديه الرابط يمكنه رؤية هذه الصفحة.',
  contact: 'للاستفسار يرجى الكتابة إلى {address} مع ذكر رقم الطلب.',
  form: 'طلب عمل فني',
  language: 'اللغة',
  notFound: {
    title: 'هذا الرابط لا يعمل',
    text: 'قد يكون الرابط ناقصًا أو حلّ محله رابط أحدث. يرجى التحقق منه أو طلب رابط جديد منا.',
  },
  tooMany: { title: 'لحظة من فضلك', text: 'فُتحت هذه الصفحة مرات كثيرة من اتصالك. يرجى المحاولة مرة أخرى بعد دقيقة.' },
  unavailable: { title: 'لا يمكن عرض الحالة الآن', text: 'يرجى المحاولة مرة أخرى بعد بضع دقائق.' },
};
