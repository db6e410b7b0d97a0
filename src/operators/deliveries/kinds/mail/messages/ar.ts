import type { MailMessages } from './mail-messages.ts';

export const ar: MailMessages = {
  createdSubject: 'وصل طلبك {number}',
  createdText: 'شكرًا لك! وصل طلبك.',
  statusSubject: 'طلبك {number}: {status}',
  messageSubject: 'رسالة بشأن طلبك {number}',
  follow: 'عرض حالة الطلب',
  customerFooter: 'وصلتك هذه الرسالة لأن طلبًا أُرسل بعنوان بريدك. إن لم يكن منك فيرجى تجاهلها.',
  operatorSubject: 'طلب جديد {number}',
  operatorStatusSubject: 'الطلب {number}: {status}',
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
  brokenSubject: 'القناة {name} معطّلة',
  brokenText: 'تعذّر إرسال أي شيء إلى القناة {name} منذ {since}. تُعاد محاولة كل إرسال ثلاثة أيام، ولا يضيع شيء قبل ذلك.',
  lastTry: 'آخر محاولة: {detail}',
  recoveredSubject: 'القناة {name} تعمل من جديد',
  recoveredText: 'تعذّر الوصول إلى القناة {name} من {since} إلى {until}. وهي تعمل الآن، ويجري إرسال ما كان في الانتظار.',
  goneSubject: 'مستلِم القناة {name} لا يريد المزيد',
  goneText:
    'ردّ مستلِم القناة {name} بأنه لا يريد المزيد ({since}). عُطّلت القناة وأُلغي ما كان في الانتظار. فعّلها من جديد أو أزلها.',
  seeChannels: 'عرض القنوات',
  lowDiskSubject: 'مساحة القرص قليلة: تُرفض الملفات',
  lowDiskText:
    'القرص الذي عليه {folder} في {host} متبقٍّ فيه {free}، ويجب أن يبقى {floor} فارغًا. إلى أن تتوفر مساحة من جديد تُرفض الطلبات التي معها ملفات. أما الطلبات بلا ملفات فما زالت تصل.',
  backupOldSubject: 'النسخة الاحتياطية قديمة',
  backupOldText:
    'أحدث نسخة احتياطية بتاريخ {at}، ووصلت طلبات أو تغيّرت بعدها. أنشئ نسخة، ودع الجهاز ينشئ واحدة كل ليلة.',
  backupMissingText:
    'لا توجد نسخة احتياطية، وقد وصل أول طلب قبل أكثر من أسبوع. أنشئ نسخة، ودع الجهاز ينشئ واحدة كل ليلة.',
  diskRoomSubject: 'توجد مساحة للملفات من جديد',
  diskRoomText: 'القرص الذي عليه {folder} في {host} متبقٍّ فيه {free}. تُقبل الطلبات التي معها ملفات من جديد.',
  formFullSubject: 'النموذج ممتلئ',
  formFullRequests:
    'عدد الطلبات الجديدة المنتظرة بلغ ما يسمح به الاستوديو. حتى يُردّ على بعضها يبقى النموذج مغلقًا أو يقبل طلبات قائمة الانتظار فقط.',
  formFullSlots: 'جميع الأماكن مشغولة. حتى يتوفر مكان يبقى النموذج مغلقًا أو يقبل طلبات قائمة الانتظار فقط.',
  formOpen: 'النموذج مفتوح',
  formClosed: 'النموذج مغلق',
  formWaitlist: 'النموذج ممتلئ: تذهب الطلبات إلى قائمة الانتظار',
  ownerFooter: 'وصلتك هذه الرسالة لأنك من مالكي صندوق الطلبات هذا.',
};
