/** The initials of a person, as a picture. Decorative: the name stands beside it. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span class="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter((word) => /^\p{L}/u.test(word));
  const [first = '', last = ''] = name.includes('@') ? words : [words[0], words.length > 1 ? words.at(-1) : ''];
  const letterOf = (word: string) => [...word][0]?.toLocaleUpperCase() ?? '';
  return name.includes('@') ? letterOf(first) : letterOf(first) + letterOf(last);
}
