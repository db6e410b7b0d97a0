/** Sentences as customers write them, by language, with `{who}` and `{detail}`. */
const sentences = [
  'Hi! I would love a portrait of {who}. {detail} Here are two references: https://example.org/a https://example.org/b',
  'Guten Tag, ich hätte gern ein Bild von {who}. {detail} Wie lange dauert das ungefähr?',
  'Hola, quisiera un retrato de {who}. {detail} ¿Cuánto costaría a color?',
  'Bonjour, je voudrais un portrait de {who}. {detail} Merci beaucoup !',
  'Ciao, vorrei un ritratto di {who}. {detail} È per un regalo di compleanno.',
  'こんにちは。{who}の絵をお願いしたいです。{detail}よろしくお願いいたします。',
  '안녕하세요, {who} 그림을 부탁드리고 싶습니다. {detail} 감사합니다.',
  'Dzień dobry, poproszę o portret {who}. {detail} Z góry dziękuję.',
  'Olá, gostava de um retrato de {who}. {detail} Obrigado!',
  '您好，我想请您画{who}。{detail}谢谢！',
  'مرحبًا، أود صورة لـ {who}. {detail} شكرًا لكم.',
] as const;

const subjects = [
  'Mimi',
  'Rex',
  'Luna',
  'Balu',
  'Kiki',
  'Momo',
  'Toto',
  'Nala',
  'Oskar',
  'Pepe',
  'Zuzu',
  'Ronja',
] as const;

/** Returns the text of a customer. Many ask briefly and alike; who writes more writes of something of their own. */
export function honestMessage(index: number): string {
  const sentence = sentences[index % sentences.length] ?? '';
  const who = subjects[index % subjects.length] ?? '';
  const isBrief = index % 5 === 0;
  if (isBrief) return `${who}, A4`;
  return sentence.replace('{who}', who).replace('{detail}', `${20 + (index % 80)} × ${index} cm, ${index * 7}.`);
}
