/** Words that show that a number in an answer means the same as a number in a source. */

const empty: ReadonlySet<string> = new Set(
  `the and for are was were has have had with that this these those from into its they them all any not but out per via there here found shows show total lists listed
   one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
   contains contain exist exists have been will which what when where than then also only each every more most less least over about number count many
   der die das und ist sind ein eine von mit auf für den dem des les des est sont une dans avec pour los las una con para del hay`.split(
    /\s+/,
  ),
);

/** The meaningful words of a text, normalised: lower case, no plural, a file's name as one word, Chinese in pairs of characters. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [piece] of text.matchAll(/[^\s,;|"'`()[\]{}<>=*:]{1,200}/g)) {
    const token = piece.toLowerCase().replace(/[.!?…]{1,3}$/, '');
    if (/[./]/.test(token)) {
      words.add(token);
      words.add(token.slice(token.lastIndexOf('/') + 1));
    } else for (const [word] of token.matchAll(/\p{L}[\p{L}\p{M}\d_]{0,60}/gu)) addWord(words, word);
  }
  return words;
}

function addWord(words: Set<string>, word: string): void {
  if (/\p{Script=Han}/u.test(word)) {
    for (let at = 0; at + 2 <= word.length; at++) words.add(word.slice(at, at + 2));
  } else if (word.length >= 3 && !empty.has(word)) words.add(stem(word));
}

/** A word in the singular. */
export const stem = (word: string): string =>
  word.length > 4 && word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : word;

/** Whether two sets have a word in common. */
export function share(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.values().some((word) => others.has(word));
}

/** Every run of one to three words, in lower case: an answer may use any of them for a table cell. */
export function phrasesOf(text: string): ReadonlySet<string> {
  const words = [...text.toLowerCase().matchAll(/[\p{L}\p{M}\d_.\-/@+#]{1,100}/gu)].map(([word]) =>
    word.replace(/^\./, '').replace(/[.-]$/, ''),
  );
  return new Set(words.flatMap((word, at) => [word, stem(word), `${word} ${words[at + 1]}`, `${word} ${words[at + 1]} ${words[at + 2]}`]));
}
