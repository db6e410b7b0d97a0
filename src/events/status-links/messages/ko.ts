import type { StatusMessages } from './status-messages.ts';

export const ko: StatusMessages = {
  request: '의뢰 {number}',
  statuses: {
    NEW: { title: '접수됨', text: '의뢰가 접수되었습니다.', next: '내용을 확인한 뒤 이메일로 답장을 드리겠습니다.' },
    WAITLISTED: {
      title: '대기 중',
      text: '의뢰가 차례를 기다리고 있습니다.',
      next: '자리가 나는 대로 알려 드리겠습니다.',
    },
    ACCEPTED: { title: '수락됨', text: '의뢰를 기쁘게 맡겠습니다.', next: '작업을 시작하면 알려 드리겠습니다.' },
    IN_PROGRESS: { title: '작업 중', text: '의뢰하신 작품을 작업하고 있습니다.', next: '완성되면 알려 드리겠습니다.' },
    COMPLETED: { title: '완료됨', text: '의뢰하신 작품이 완성되었습니다.', next: null },
    DECLINED: { title: '거절됨', text: '죄송하지만 이번 의뢰는 맡을 수 없습니다.', next: null },
    CANCELLED: { title: '취소됨', text: '이 의뢰는 취소되었습니다.', next: null },
  },
  byOne: {},
  greeting: '{studio}에서 알려 드립니다.',
  hello: '안녕하세요.',
  next: '다음 단계',
  progress: '진행 상황',
  message: '전하는 말씀',
  received: '접수 시각',
  files: '첨부 파일',
  told: { answers: '답변', estimate: '예상 금액', agreed: '동의한 내용' },
  keep: '이 페이지에서 의뢰의 최신 상태를 언제든지 볼 수 있습니다. 링크를 잘 보관해 주세요. 링크가 있는 사람은 누구나 이 페이지를 볼 수 있습니다.',
  contact: '궁금한 점은 접수 번호와 함께 {address}(으)로 보내 주세요.',
  form: '작품 의뢰',
  language: '언어',
  legal: { imprint: '운영자 정보', privacy: '개인정보 보호', notice: '법적 고지' },
  notFound: {
    title: '이 링크는 사용할 수 없습니다',
    text: '링크가 완전하지 않거나 새 링크로 바뀌었을 수 있습니다. 링크를 확인하거나 새 링크를 요청해 주세요.',
  },
  noPage: {
    title: '여기에는 페이지가 없습니다',
    text: '주소를 잘못 입력했거나 더 이상 쓰이지 않는 주소일 수 있습니다. 주소를 확인하거나 양식으로 이동해 주세요.',
  },
  tooMany: {
    title: '잠시만 기다려 주세요',
    text: '이 연결에서 페이지가 너무 자주 열렸습니다. 1분 후에 다시 시도해 주세요.',
  },
  unavailable: { title: '지금은 상태를 표시할 수 없습니다', text: '몇 분 후에 다시 시도해 주세요.' },
};
