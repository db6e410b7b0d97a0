import type { MailMessages } from './mail-messages.ts';

export const ko: MailMessages = {
  createdSubject: '의뢰 {number} 접수 안내',
  createdText: '감사합니다! 의뢰가 접수되었습니다.',
  statusSubject: '의뢰 {number}: {status}',
  messageSubject: '의뢰 {number}에 대한 메시지',
  follow: '의뢰 상황 보기',
  customerFooter: '이 주소로 작품 의뢰가 접수되어 보내 드리는 메일입니다. 직접 보내신 것이 아니라면 무시해 주세요.',
  operatorSubject: '새 의뢰 {number}',
  operatorStatusSubject: '의뢰 {number}: {status}',
  from: '보낸 사람: {name}',
  files: '첨부 파일: {count}',
  yes: '예',
  no: '아니요',
  open: '받은 편지함에서 열기',
  digestSubject: { other: '새 의뢰 {count}건' },
  digestMore: '… 외 {count}건',
  operatorFooter: '이 주소가 받은 편지함의 알림 채널에 등록되어 있어 보내 드리는 메일입니다.',
  testSubject: '테스트',
  testText: '받은 편지함에서 보낸 테스트입니다. 잘 작동합니다.',
  brokenSubject: '채널 {name}에 보낼 수 없습니다',
  brokenText:
    '{since}부터 채널 {name}에 아무것도 보낼 수 없었습니다. 각 알림은 사흘 동안 다시 시도되며, 그 전에는 아무것도 사라지지 않습니다.',
  lastTry: '마지막 시도: {detail}',
  recoveredSubject: '채널 {name}이(가) 다시 작동합니다',
  recoveredText:
    '채널 {name}에 {since}부터 {until}까지 연결할 수 없었습니다. 지금은 다시 작동하며, 기다리던 알림을 보내고 있습니다.',
  goneSubject: '채널 {name}의 수신자가 더 이상 받지 않습니다',
  goneText:
    '채널 {name}의 수신자가 더 이상 받지 않겠다고 응답했습니다({since}). 채널이 비활성화되었고 대기 중이던 알림은 취소되었습니다. 다시 활성화하거나 제거하세요.',
  seeChannels: '채널 보기',
  lowDiskSubject: '디스크 공간 부족: 파일을 받지 않습니다',
  lowDiskText:
    '{host}의 {folder} 디스크에 남은 공간은 {free}이고, {floor}는 비워 두어야 합니다. 공간이 다시 생길 때까지 파일이 있는 의뢰는 거부됩니다. 파일이 없는 의뢰는 계속 들어옵니다.',
  crowdSubject: '한꺼번에 많은 요청이 왔습니다',
  crowdText:
    '1분 동안 {limit}건이 넘는 요청이 왔습니다. 나머지는 하나씩 알리지 않았습니다. 모두 받은 요청함에 있습니다.',
  backupOldSubject: '백업이 오래되었습니다',
  backupOldText:
    '최신 백업은 {at}에 만들어졌고, 그 뒤에 의뢰가 들어오거나 바뀌었습니다. 백업을 만들고, 매일 밤 자동으로 만들어지게 하십시오.',
  backupMissingText:
    '백업이 없고, 첫 의뢰가 들어온 지 일주일이 넘었습니다. 백업을 만들고, 매일 밤 자동으로 만들어지게 하십시오.',
  diskRoomSubject: '파일을 다시 받을 수 있습니다',
  diskRoomText: '{host}의 {folder} 디스크에 남은 공간은 {free}입니다. 파일이 있는 의뢰를 다시 받습니다.',
  formFullSubject: '양식이 가득 찼습니다',
  formFullRequests:
    '스튜디오가 허용하는 수만큼 새 의뢰가 기다리고 있습니다. 일부에 답할 때까지 양식은 닫혀 있거나 대기자 명단의 의뢰만 받습니다.',
  formFullSlots: '모든 자리가 찼습니다. 자리가 날 때까지 양식은 닫혀 있거나 대기자 명단의 의뢰만 받습니다.',
  formOpen: '양식이 열려 있습니다',
  formClosed: '양식이 닫혀 있습니다',
  formWaitlist: '양식이 가득 찼습니다. 의뢰는 대기자 명단에 오릅니다',
  ownerFooter: '이 받은 편지함의 소유자이므로 보내 드리는 메일입니다.',
};
